CREATE INDEX CONCURRENTLY "calls_recordings_unpurged_idx" ON "calls"("workspace_id", "recording_deleted_at") WHERE "recording_deleted_at" IS NOT NULL AND "recording_purged_at" IS NULL;
