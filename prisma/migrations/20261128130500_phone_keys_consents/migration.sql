CREATE INDEX CONCURRENTLY consents_phone_keys ON consents USING gin (phone_keys(ARRAY[text, source, evidence])) WHERE phone_keys(ARRAY[text, source, evidence]) IS NOT NULL;
