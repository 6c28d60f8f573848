-- name: salt
-- The salt of the draws.
SELECT salt FROM installation

-- name: secret
-- The key of the fences around text from outside.
SELECT secret FROM installation
