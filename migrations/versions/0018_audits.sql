ALTER TABLE review_items ADD COLUMN map_ids bigint[];
COMMENT ON COLUMN review_items.map_ids IS 'audit: the maps in force when it was drawn, none where confidences were raw.';
ALTER TABLE decisions ADD COLUMN map_ids bigint[];
COMMENT ON COLUMN decisions.map_ids IS 'audit: the maps in force when it was drawn, none where confidences were raw; null where that is not known.';
UPDATE decisions SET map_ids = '{}'
 WHERE draw = 'audit'
   AND NOT EXISTS (SELECT FROM maps
                     JOIN questions ON questions.task = maps.task
                    WHERE questions.id = decisions.question_id AND maps.kind <> 'raw'
                      AND maps.created_at <= decisions.at);
