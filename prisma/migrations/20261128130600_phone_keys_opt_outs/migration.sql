CREATE INDEX CONCURRENTLY opt_outs_phone_keys ON opt_outs USING gin (phone_keys(ARRAY[sentence])) WHERE phone_keys(ARRAY[sentence]) IS NOT NULL;
