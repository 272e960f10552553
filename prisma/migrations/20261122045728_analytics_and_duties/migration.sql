-- AlterTable
ALTER TABLE "notices" ADD COLUMN     "subject" TEXT NOT NULL DEFAULT '';

-- AlterTable
ALTER TABLE "workspaces" ADD COLUMN     "call_retention_days" INTEGER,
ADD COLUMN     "message_retention_days" INTEGER,
ADD COLUMN     "redactions" TEXT[] DEFAULT ARRAY[]::TEXT[],
ADD COLUMN     "timezone" TEXT NOT NULL DEFAULT 'UTC',
ADD COLUMN     "transcript_retention_days" INTEGER;

-- CreateTable
CREATE TABLE "call_stats" (
    "workspace_id" INTEGER NOT NULL,
    "dimension" TEXT NOT NULL,
    "grain" TEXT NOT NULL,
    "starts_at" TIMESTAMPTZ(3) NOT NULL,
    "key" TEXT NOT NULL,
    "calls" INTEGER NOT NULL DEFAULT 0,
    "completed" INTEGER NOT NULL DEFAULT 0,
    "voicemail" INTEGER NOT NULL DEFAULT 0,
    "no_answer" INTEGER NOT NULL DEFAULT 0,
    "busy" INTEGER NOT NULL DEFAULT 0,
    "failed" INTEGER NOT NULL DEFAULT 0,
    "canceled" INTEGER NOT NULL DEFAULT 0,
    "successes" INTEGER NOT NULL DEFAULT 0,
    "talk_seconds" INTEGER NOT NULL DEFAULT 0,
    "cost_micros" BIGINT NOT NULL DEFAULT 0,
    "texts" INTEGER NOT NULL DEFAULT 0,
    "text_micros" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "call_stats_pkey" PRIMARY KEY ("workspace_id","dimension","grain","starts_at","key")
);

-- CreateTable
CREATE TABLE "erased_calls" (
    "id" INTEGER NOT NULL,
    "workspace_id" INTEGER NOT NULL,
    "agent_id" INTEGER,
    "campaign_id" INTEGER,
    "number_id" INTEGER,
    "country" TEXT,
    "direction" TEXT NOT NULL,
    "provider" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "outcome" TEXT,
    "duration_seconds" INTEGER,
    "cost_micros" BIGINT,
    "cost_lines" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),
    "finished_at" TIMESTAMPTZ(3),
    "reason" TEXT NOT NULL,
    "erased_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "erased_calls_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "erased_messages" (
    "id" INTEGER NOT NULL,
    "workspace_id" INTEGER NOT NULL,
    "number_id" INTEGER,
    "country" TEXT,
    "direction" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "segments" INTEGER,
    "cost_micros" BIGINT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "reason" TEXT NOT NULL,
    "erased_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "erased_messages_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "audit_entries" (
    "id" SERIAL NOT NULL,
    "workspace_id" INTEGER NOT NULL,
    "actor_kind" TEXT NOT NULL,
    "user_id" INTEGER,
    "api_key_id" INTEGER,
    "actor_name" TEXT,
    "operation" TEXT,
    "subject" TEXT NOT NULL,
    "subject_id" TEXT,
    "change" TEXT NOT NULL,
    "before" JSONB,
    "after" JSONB,
    "count" INTEGER NOT NULL DEFAULT 1,
    "address" TEXT,
    "request_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "audit_entries_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "erasures" (
    "id" SERIAL NOT NULL,
    "workspace_id" INTEGER NOT NULL,
    "phone_number" TEXT,
    "hint" TEXT NOT NULL,
    "keeps_dnc" BOOLEAN NOT NULL DEFAULT true,
    "state" TEXT NOT NULL DEFAULT 'queued',
    "counts" JSONB NOT NULL DEFAULT '{}',
    "user_id" INTEGER,
    "api_key_id" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "erasures_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "provider_deletions" (
    "id" SERIAL NOT NULL,
    "workspace_id" INTEGER NOT NULL,
    "provider" TEXT NOT NULL,
    "provider_call_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "done_at" TIMESTAMPTZ(3),

    CONSTRAINT "provider_deletions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "documents" (
    "id" SERIAL NOT NULL,
    "workspace_id" INTEGER,
    "slug" TEXT NOT NULL,
    "language" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "url" TEXT NOT NULL,
    "body" TEXT NOT NULL,
    "plain" TEXT NOT NULL,
    "checksum" BYTEA,
    "user_id" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "words" tsvector,

    CONSTRAINT "documents_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "document_words" (
    "tenant" INTEGER NOT NULL,
    "language" TEXT NOT NULL,
    "word" TEXT NOT NULL,
    "documents" INTEGER NOT NULL,

    CONSTRAINT "document_words_pkey" PRIMARY KEY ("tenant","language","word")
);

-- CreateTable
CREATE TABLE "notice_settings" (
    "workspace_id" INTEGER NOT NULL,
    "failure_rate_percent" INTEGER DEFAULT 50,
    "failure_rate_calls" INTEGER NOT NULL DEFAULT 20,
    "webhook_failures" INTEGER DEFAULT 5,
    "number_unanswered_percent" INTEGER DEFAULT 90,
    "number_unanswered_calls" INTEGER NOT NULL DEFAULT 30,
    "emails" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "muted_kinds" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "notice_settings_pkey" PRIMARY KEY ("workspace_id")
);

-- CreateTable
CREATE TABLE "notice_mails" (
    "id" SERIAL NOT NULL,
    "workspace_id" INTEGER NOT NULL,
    "notice_id" INTEGER NOT NULL,
    "address" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'queued',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "error" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "sent_at" TIMESTAMPTZ(3),

    CONSTRAINT "notice_mails_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "reports" (
    "id" SERIAL NOT NULL,
    "workspace_id" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "format" TEXT NOT NULL,
    "filter" JSONB NOT NULL DEFAULT '{}',
    "state" TEXT NOT NULL DEFAULT 'queued',
    "rows_done" INTEGER NOT NULL DEFAULT 0,
    "rows_total" INTEGER,
    "bytes" BIGINT,
    "attempt" INTEGER NOT NULL DEFAULT 0,
    "file_key" TEXT,
    "error" TEXT,
    "owner" UUID,
    "user_id" INTEGER,
    "api_key_id" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "finished_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3),

    CONSTRAINT "reports_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "erased_calls_workspace_id_ended_at_idx" ON "erased_calls"("workspace_id", "ended_at");

-- CreateIndex
CREATE INDEX "erased_messages_workspace_id_created_at_idx" ON "erased_messages"("workspace_id", "created_at");

-- CreateIndex
CREATE INDEX "audit_entries_workspace_id_id_idx" ON "audit_entries"("workspace_id", "id" DESC);

-- CreateIndex
CREATE INDEX "audit_entries_workspace_id_subject_subject_id_id_idx" ON "audit_entries"("workspace_id", "subject", "subject_id", "id" DESC);

-- CreateIndex
CREATE INDEX "audit_entries_workspace_id_user_id_id_idx" ON "audit_entries"("workspace_id", "user_id", "id" DESC);

-- CreateIndex
CREATE INDEX "audit_entries_workspace_id_api_key_id_id_idx" ON "audit_entries"("workspace_id", "api_key_id", "id" DESC);

-- CreateIndex
CREATE INDEX "audit_entries_workspace_id_operation_id_idx" ON "audit_entries"("workspace_id", "operation", "id" DESC);

-- CreateIndex
CREATE INDEX "audit_entries_workspace_id_created_at_id_idx" ON "audit_entries"("workspace_id", "created_at", "id");

-- CreateIndex
CREATE UNIQUE INDEX "audit_entries_workspace_id_id_key" ON "audit_entries"("workspace_id", "id");

-- CreateIndex
CREATE INDEX "erasures_workspace_id_id_idx" ON "erasures"("workspace_id", "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "erasures_workspace_id_id_key" ON "erasures"("workspace_id", "id");

-- CreateIndex
CREATE INDEX "provider_deletions_workspace_id_idx" ON "provider_deletions"("workspace_id");

-- CreateIndex
CREATE UNIQUE INDEX "provider_deletions_provider_provider_call_id_key" ON "provider_deletions"("provider", "provider_call_id");

-- CreateIndex
CREATE INDEX "documents_workspace_id_id_idx" ON "documents"("workspace_id", "id" DESC);

-- CreateIndex
CREATE INDEX "documents_words_idx" ON "documents" USING GIN ("words");

-- CreateIndex
CREATE INDEX "notice_mails_workspace_id_id_idx" ON "notice_mails"("workspace_id", "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "notice_mails_notice_id_address_key" ON "notice_mails"("notice_id", "address");

-- CreateIndex
CREATE INDEX "reports_workspace_id_id_idx" ON "reports"("workspace_id", "id" DESC);

-- CreateIndex
CREATE INDEX "reports_state_expires_at_idx" ON "reports"("state", "expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "reports_workspace_id_id_key" ON "reports"("workspace_id", "id");

-- CreateIndex
CREATE INDEX "calls_workspace_id_ended_at_id_idx" ON "calls"("workspace_id", "ended_at", "id");

-- CreateIndex
CREATE INDEX "messages_workspace_id_created_at_id_idx" ON "messages"("workspace_id", "created_at", "id");

-- AddForeignKey
ALTER TABLE "call_stats" ADD CONSTRAINT "call_stats_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "erased_calls" ADD CONSTRAINT "erased_calls_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "erased_messages" ADD CONSTRAINT "erased_messages_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "audit_entries" ADD CONSTRAINT "audit_entries_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "erasures" ADD CONSTRAINT "erasures_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "provider_deletions" ADD CONSTRAINT "provider_deletions_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "documents" ADD CONSTRAINT "documents_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "notice_settings" ADD CONSTRAINT "notice_settings_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "notice_mails" ADD CONSTRAINT "notice_mails_workspace_id_notice_id_fkey" FOREIGN KEY ("workspace_id", "notice_id") REFERENCES "notices"("workspace_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "reports" ADD CONSTRAINT "reports_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What the schema language cannot say.

-- Of one kind and subject one notice stands at a time.
DROP INDEX "notices_standing_kind_key";
CREATE UNIQUE INDEX "notices_standing_kind_key" ON "notices"("workspace_id", "kind", "subject") WHERE "cleared_at" IS NULL;

CREATE UNIQUE INDEX "documents_slug_key" ON "documents"("workspace_id", "slug", "language") NULLS NOT DISTINCT;

ALTER TABLE "call_stats" ADD CONSTRAINT "call_stats_check" CHECK ("calls" >= 0 AND "texts" >= 0 AND "talk_seconds" >= 0 AND "grain" IN ('slot', 'day'));
ALTER TABLE "workspaces" ADD CONSTRAINT "workspaces_retention_check" CHECK (
  "transcript_retention_days" > 0 AND "call_retention_days" > 0 AND "message_retention_days" > 0);
