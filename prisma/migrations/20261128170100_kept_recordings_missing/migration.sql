CREATE INDEX CONCURRENTLY "kept_recordings_missing_idx" ON "kept_recordings"("workspace_id", "call_id") WHERE "kept_at" IS NULL AND "removed_at" IS NULL;
