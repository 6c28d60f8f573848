-- name: salt
-- The salt of the draws.
SELECT salt FROM installation
