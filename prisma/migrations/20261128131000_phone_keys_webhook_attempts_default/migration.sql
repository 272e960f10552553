-- Partitions that are added from now on have the index, like the default partition that they are made from. Earlier ones are read row by row until they are dropped.
CREATE INDEX CONCURRENTLY webhook_attempts_default_phone_keys ON webhook_attempts_default USING gin (phone_keys(ARRAY[error, response])) WHERE phone_keys(ARRAY[error, response]) IS NOT NULL;
