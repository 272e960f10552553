CREATE INDEX CONCURRENTLY audit_entries_phone_keys ON audit_entries USING gin (phone_keys(ARRAY[before::text, after::text])) WHERE phone_keys(ARRAY[before::text, after::text]) IS NOT NULL;
