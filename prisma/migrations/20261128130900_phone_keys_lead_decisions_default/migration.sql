-- Partitions that are added from now on have the index, like the default partition that they are made from. Earlier ones are read row by row until they are dropped.
CREATE INDEX CONCURRENTLY lead_decisions_default_phone_keys ON lead_decisions_default USING gin (phone_keys(ARRAY[details::text])) WHERE phone_keys(ARRAY[details::text]) IS NOT NULL;
