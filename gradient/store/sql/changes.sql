-- name: record
-- One change.
INSERT INTO changes (course_id, kind, what, cause, at)
VALUES (%(course_id)s, %(kind)s, %(what)s, %(cause)s, %(at)s)

-- name: files_of_round
-- The files of a course that changed since its last round closed, in the order they did.
SELECT changes.cause AS path
  FROM changes
 WHERE changes.course_id = %(course)s AND changes.kind = 'source'
   AND changes.at > coalesce((SELECT max(rounds.closed_at) FROM rounds WHERE rounds.course_id = %(course)s),
                             '-infinity')
 GROUP BY changes.cause
 ORDER BY min(changes.id)

-- name: acts
-- What people did, each act in a sentence. Left out is what came along with another act: copies for equal
-- questions, and what a change puts in its place.
SELECT decisions.id, decisions.course_id, decisions.at,
       decisions.person || ' ' ||
       CASE WHEN decisions.act = 'add' THEN 'added the topic ' || act.title
            WHEN decisions.act = 'rename' THEN 'renamed ' || act.topic || ' to ' || act.title
            WHEN decisions.act = 'merge' THEN 'merged ' || act.topic || ' into ' || act.into
            WHEN decisions.act = 'split' THEN 'split ' || act.title || ' from ' || act.topic
            WHEN decisions.act = 'retire' THEN 'took ' || act.topic || ' out of the outline'
            WHEN decisions.act = 'undo' THEN 'took decision ' || decisions.undoes || ' back'
            ELSE CASE decisions.act WHEN 'accept' THEN 'accepted ' WHEN 'reject' THEN 'rejected '
                                    ELSE 'put off ' END ||
                 CASE about.task
                      WHEN 'tag' THEN '“' || about.sentence || '” → ' || about.object
                      WHEN 'prerequisite' THEN about.subject || ' before ' || about.object
                      WHEN 'merge' THEN 'that ' || about.subject || ' and ' || about.object || ' are one topic'
                      WHEN 'proposal' THEN about.subject || ' as a topic'
                      ELSE CASE decisions.details ->> 'kind'
                                WHEN 'thin' THEN about.noted || ' as a topic'
                                WHEN 'homonym' THEN 'that ' || about.noted || ' means one thing'
                                ELSE 'what was read of ' || coalesce(about.unread, 'a file') END END
       END || ' (decision ' || decisions.id || ')' AS what
  FROM decisions
  CROSS JOIN LATERAL (SELECT coalesce(decisions.details ->> 'topic', 'a topic') AS topic,
                             coalesce(decisions.details ->> 'title', 'a topic') AS title,
                             coalesce(decisions.details ->> 'into', 'a topic') AS into) AS act
  JOIN ({about}) AS about ON about.decision_id = decisions.id
  LEFT JOIN decisions AS undone ON undone.id = decisions.undoes
 WHERE NOT coalesce(undone.details, decisions.details) ?| ARRAY['copied_from', 'changed_from']

-- name: act
-- What a person did with one decision.
SELECT acts.what FROM ({acts}) AS acts WHERE acts.id = %(id)s

-- name: acts_of_round
-- What people did in a course since a time, or since its last round closed, oldest first.
SELECT acts.what
  FROM ({acts}) AS acts
 WHERE acts.course_id = %(course)s
   AND CASE WHEN %(after)s::timestamptz IS NOT NULL THEN acts.at >= %(after)s
            ELSE acts.at > coalesce((SELECT max(rounds.closed_at) FROM rounds
                                      WHERE rounds.course_id = %(course)s), '-infinity') END
 ORDER BY acts.id

-- name: since
-- The changes after a time, oldest first: what people did, what followed, and how many pages were written.
SELECT courses.slug AS course, found.kind, found.what, found.cause, found.at
  FROM (SELECT changes.course_id, changes.kind, changes.what, changes.cause, changes.at, 1 AS rank, changes.id
          FROM changes
         UNION ALL
        SELECT acts.course_id, 'decision', acts.what || '.', '', acts.at, 0, acts.id FROM ({acts}) AS acts
         UNION ALL
        SELECT outcomes.course_id, 'page',
               CASE count(*) WHEN 1 THEN 'One page was written.'
                             ELSE count(*) || ' pages were written.' END, '', max(outcomes.at), 2, 0
          FROM outcomes
         WHERE outcomes.stage = 'page' AND outcomes.outcome = 'done'
           AND (%(after)s::timestamptz IS NULL OR outcomes.at > %(after)s)
         GROUP BY outcomes.course_id) AS found
  JOIN courses ON courses.id = found.course_id
 WHERE (%(after)s::timestamptz IS NULL OR found.at > %(after)s)
   AND (%(course)s::bigint IS NULL OR found.course_id = %(course)s)
 ORDER BY found.at, found.rank, found.id
