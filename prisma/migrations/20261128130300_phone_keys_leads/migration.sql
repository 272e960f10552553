CREATE INDEX CONCURRENTLY leads_phone_keys ON leads USING gin (phone_keys(ARRAY[name, external_id, data::text])) WHERE phone_keys(ARRAY[name, external_id, data::text]) IS NOT NULL;
