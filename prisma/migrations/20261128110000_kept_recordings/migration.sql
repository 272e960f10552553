CREATE TABLE "kept_recordings" (
    "call_id" INTEGER NOT NULL,
    "workspace_id" INTEGER NOT NULL,
    "attempt" INTEGER NOT NULL DEFAULT 0,
    "kept_attempt" INTEGER,
    "data_key" BYTEA,
    "sha256" BYTEA,
    "bytes" BIGINT,
    "content_type" TEXT,
    "duration_ms" INTEGER,
    "failure" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "retry_at" TIMESTAMPTZ(3) NOT NULL,
    "kept_at" TIMESTAMPTZ(3),
    "original_due_at" TIMESTAMPTZ(3),
    "removed_at" TIMESTAMPTZ(3),

    CONSTRAINT "kept_recordings_pkey" PRIMARY KEY ("call_id")
);

CREATE INDEX "kept_recordings_workspace_id_idx" ON "kept_recordings"("workspace_id");
CREATE INDEX "kept_recordings_waiting_idx" ON "kept_recordings"("retry_at") WHERE "kept_at" IS NULL AND "failure" IS NULL AND "removed_at" IS NULL;
CREATE INDEX "kept_recordings_removed_idx" ON "kept_recordings"("removed_at") WHERE "removed_at" IS NOT NULL;
CREATE INDEX "kept_recordings_originals_idx" ON "kept_recordings"("original_due_at") WHERE "original_due_at" IS NOT NULL;

ALTER TABLE "kept_recordings" ADD CONSTRAINT "kept_recordings_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "workspaces" ADD COLUMN "keeps_recordings" BOOLEAN NOT NULL DEFAULT true;
SELECT audit_table('workspaces', 'workspace');
