CREATE INDEX CONCURRENTLY lead_import_changes_phone_keys ON lead_import_changes USING gin (phone_keys(ARRAY[before::text])) WHERE phone_keys(ARRAY[before::text]) IS NOT NULL;
