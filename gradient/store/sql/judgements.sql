-- name: put
-- Store judgements.
INSERT INTO judgements (question_id, scorer, prompt_version, log_yes, log_no, mass, raw_confidence, refused,
                        evidence, at)
SELECT given.question_id, %(scorer)s, %(prompt_version)s, given.log_yes, given.log_no, given.mass,
       given.raw_confidence, given.refused, given.evidence, %(at)s
  FROM unnest(%(question_ids)s::bigint[], %(log_yes)s::float8[], %(log_no)s::float8[], %(mass)s::real[],
              %(raw_confidence)s::float8[], %(refused)s::text[], %(evidence)s::jsonb[])
    AS given (question_id, log_yes, log_no, mass, raw_confidence, refused, evidence)
