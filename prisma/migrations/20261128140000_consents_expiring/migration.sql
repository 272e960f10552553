CREATE INDEX CONCURRENTLY "consents_expiring_idx" ON "consents"("workspace_id", "expires_at") WHERE "revoked_at" IS NULL AND "expires_at" IS NOT NULL;
