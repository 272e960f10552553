CREATE INDEX CONCURRENTLY messages_phone_keys ON messages USING gin (phone_keys(ARRAY[body, error_reason])) WHERE phone_keys(ARRAY[body, error_reason]) IS NOT NULL;
