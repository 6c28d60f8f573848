-- name: book
-- One model call.
INSERT INTO calls (role, provider, model, course_id, stage, input_tokens, cached_tokens, output_tokens,
                   thinking_tokens, usd, seconds, ended, at)
VALUES (%(role)s, %(provider)s, %(model)s, %(course)s, %(stage)s, %(input_tokens)s, %(cached_tokens)s,
        %(output_tokens)s, %(thinking_tokens)s, %(usd)s, %(seconds)s, %(ended)s, %(at)s)
