-- name: salt
-- The salt of the draws.
SELECT salt FROM installation

-- name: secret
-- The secret of the fences.
SELECT secret FROM installation
