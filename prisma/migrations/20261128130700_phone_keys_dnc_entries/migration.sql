CREATE INDEX CONCURRENTLY dnc_entries_phone_keys ON dnc_entries USING gin (phone_keys(ARRAY[reason])) WHERE phone_keys(ARRAY[reason]) IS NOT NULL;
