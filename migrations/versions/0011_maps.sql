DELETE FROM maps;
DROP INDEX maps_one_active;
ALTER TABLE maps
    ADD COLUMN scorer_version text NOT NULL,
    ADD COLUMN reason text NOT NULL DEFAULT '',
    ADD COLUMN brier_raw double precision,
    ADD COLUMN ece_raw double precision,
    ADD COLUMN digest text NOT NULL DEFAULT '',
    ADD COLUMN newest_decision bigint NOT NULL DEFAULT 0,
    ADD COLUMN withdrawn_at timestamptz;
COMMENT ON COLUMN maps.kind IS 'raw, temperature, bias, evidence or isotonic; raw where no other kind did better.';
COMMENT ON COLUMN maps.scorer_version IS 'Version of the prompt, or of the evidence and its coefficients, whose judgements it corrects.';
COMMENT ON COLUMN maps.reason IS 'Why it is this kind, in a sentence.';
COMMENT ON COLUMN maps.brier_raw IS 'Brier score of the same decisions before any map.';
COMMENT ON COLUMN maps.ece_raw IS 'Expected calibration error of the same decisions before any map.';
COMMENT ON COLUMN maps.digest IS 'Hash of the decisions it was fitted on, with their judgements and weights, whatever their order.';
COMMENT ON COLUMN maps.newest_decision IS 'The newest decision that was there when it was fitted: what comes later is new.';
COMMENT ON COLUMN maps.withdrawn_at IS 'When a person took it back; it is in force no more.';
CREATE UNIQUE INDEX maps_one_active ON maps (task, scorer, scorer_version) WHERE active;

CREATE TABLE map_decisions (
    map_id bigint NOT NULL REFERENCES maps ON DELETE CASCADE,
    decision_id bigint NOT NULL REFERENCES decisions,
    PRIMARY KEY (map_id, decision_id)
);
COMMENT ON TABLE map_decisions IS 'The decisions that a map was fitted on; no certificate stands on them while it is in force.';
COMMENT ON COLUMN map_decisions.map_id IS 'The map; a raw one was fitted on none.';
COMMENT ON COLUMN map_decisions.decision_id IS 'The decision.';
