ALTER TABLE fusions ADD COLUMN worth jsonb NOT NULL DEFAULT '{}';
COMMENT ON COLUMN fusions.worth IS 'By what the log-odds that a candidate is right follow from how it stands, fitted on the same gold tags: an intercept and coefficients for first candidates and for later ones.';
