-- AlterTable
ALTER TABLE "agents" ADD COLUMN     "knowledge_base_ids" INTEGER[] DEFAULT ARRAY[]::INTEGER[];

-- AlterTable
ALTER TABLE "call_details" ADD COLUMN     "unfit_data" JSONB;

-- CreateTable
CREATE TABLE "campaigns" (
    "id" SERIAL NOT NULL,
    "workspace_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'draft',
    "purpose" TEXT,
    "agent_id" INTEGER,
    "from_number_id" INTEGER,
    "call_language_mode" TEXT NOT NULL DEFAULT 'auto',
    "output_language" TEXT,
    "extraction_schema" JSONB,
    "display_columns" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "schedule" JSONB,
    "analysis_config" JSONB,
    "settings" JSONB NOT NULL DEFAULT '{}',
    "pause_reason" TEXT,
    "waiting" JSONB,
    "dial_at" TIMESTAMPTZ(3),
    "pace_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "started_at" TIMESTAMPTZ(3),
    "resumed_at" TIMESTAMPTZ(3),
    "completed_at" TIMESTAMPTZ(3),

    CONSTRAINT "campaigns_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "campaign_events" (
    "id" SERIAL NOT NULL,
    "workspace_id" INTEGER NOT NULL,
    "campaign_id" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "data" JSONB NOT NULL DEFAULT '{}',
    "user_id" INTEGER,
    "api_key_id" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "campaign_events_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "campaign_proposals" (
    "id" UUID NOT NULL,
    "workspace_id" INTEGER NOT NULL,
    "campaign_id" INTEGER NOT NULL,
    "summary" JSONB NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "confirmed_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "campaign_proposals_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "campaign_totals" (
    "campaign_id" INTEGER NOT NULL,
    "workspace_id" INTEGER NOT NULL,
    "calls" INTEGER NOT NULL DEFAULT 0,
    "talk_seconds" INTEGER NOT NULL DEFAULT 0,
    "cost_micros" BIGINT NOT NULL DEFAULT 0,
    "statuses" JSONB NOT NULL DEFAULT '{}',
    "outcomes" JSONB NOT NULL DEFAULT '{}',

    CONSTRAINT "campaign_totals_pkey" PRIMARY KEY ("campaign_id")
);

-- CreateTable
CREATE TABLE "knowledge_bases" (
    "id" SERIAL NOT NULL,
    "workspace_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT,
    "version" INTEGER NOT NULL DEFAULT 1,
    "is_active" BOOLEAN NOT NULL DEFAULT true,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "knowledge_bases_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "knowledge_documents" (
    "id" SERIAL NOT NULL,
    "workspace_id" INTEGER NOT NULL,
    "knowledge_base_id" INTEGER NOT NULL,
    "title" TEXT NOT NULL,
    "file_name" TEXT,
    "content_type" TEXT NOT NULL DEFAULT 'text/plain',
    "content" TEXT NOT NULL,
    "bytes" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "knowledge_documents_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "knowledge_copies" (
    "id" SERIAL NOT NULL,
    "workspace_id" INTEGER NOT NULL,
    "knowledge_base_id" INTEGER NOT NULL,
    "engine" TEXT NOT NULL,
    "tag" UUID NOT NULL,
    "version" INTEGER NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'syncing',
    "refs" JSONB NOT NULL DEFAULT '{}',
    "error" TEXT,
    "owner" UUID,
    "lease_until" TIMESTAMPTZ(3),
    "used_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "retired_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "knowledge_copies_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "leads" (
    "id" SERIAL NOT NULL,
    "workspace_id" INTEGER NOT NULL,
    "campaign_id" INTEGER NOT NULL,
    "external_id" TEXT,
    "phone_number" TEXT NOT NULL,
    "name" TEXT,
    "data" JSONB NOT NULL DEFAULT '{}',
    "status" TEXT NOT NULL DEFAULT 'pending',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "refusals" INTEGER NOT NULL DEFAULT 0,
    "next_attempt_at" TIMESTAMPTZ(3),
    "wait_reason" TEXT,
    "last_call_id" INTEGER,
    "last_outcome" TEXT,
    "number_id" INTEGER,
    "import_id" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "leads_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "lead_decisions" (
    "id" SERIAL NOT NULL,
    "workspace_id" INTEGER NOT NULL,
    "campaign_id" INTEGER NOT NULL,
    "lead_id" INTEGER NOT NULL,
    "verdict" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "facts" JSONB NOT NULL DEFAULT '{}',
    "until" TIMESTAMPTZ(3),
    "call_id" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "lead_decisions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "lead_imports" (
    "id" SERIAL NOT NULL,
    "workspace_id" INTEGER NOT NULL,
    "campaign_id" INTEGER NOT NULL,
    "source" TEXT NOT NULL,
    "file_name" TEXT,
    "content" TEXT,
    "options" JSONB NOT NULL DEFAULT '{}',
    "status" TEXT NOT NULL,
    "is_dry_run" BOOLEAN NOT NULL DEFAULT false,
    "total" INTEGER NOT NULL DEFAULT 0,
    "done" INTEGER NOT NULL DEFAULT 0,
    "created" INTEGER NOT NULL DEFAULT 0,
    "updated" INTEGER NOT NULL DEFAULT 0,
    "failed" INTEGER NOT NULL DEFAULT 0,
    "errors" JSONB NOT NULL DEFAULT '[]',
    "error" TEXT,
    "user_id" INTEGER,
    "api_key_id" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "finished_at" TIMESTAMPTZ(3),
    "undone_at" TIMESTAMPTZ(3),

    CONSTRAINT "lead_imports_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "lead_import_changes" (
    "import_id" INTEGER NOT NULL,
    "lead_id" INTEGER NOT NULL,
    "workspace_id" INTEGER NOT NULL,
    "before" JSONB NOT NULL,

    CONSTRAINT "lead_import_changes_pkey" PRIMARY KEY ("import_id","lead_id")
);

-- CreateIndex
CREATE INDEX "campaigns_workspace_id_id_idx" ON "campaigns"("workspace_id", "id" DESC);

-- CreateIndex
CREATE INDEX "campaigns_workspace_id_status_id_idx" ON "campaigns"("workspace_id", "status", "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "campaigns_workspace_id_id_key" ON "campaigns"("workspace_id", "id");

-- CreateIndex
CREATE INDEX "campaign_events_workspace_id_campaign_id_id_idx" ON "campaign_events"("workspace_id", "campaign_id", "id" DESC);

-- CreateIndex
CREATE INDEX "campaign_proposals_workspace_id_campaign_id_idx" ON "campaign_proposals"("workspace_id", "campaign_id");

-- CreateIndex
CREATE UNIQUE INDEX "campaign_totals_workspace_id_campaign_id_key" ON "campaign_totals"("workspace_id", "campaign_id");

-- CreateIndex
CREATE INDEX "knowledge_bases_workspace_id_is_active_id_idx" ON "knowledge_bases"("workspace_id", "is_active", "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "knowledge_bases_workspace_id_id_key" ON "knowledge_bases"("workspace_id", "id");

-- CreateIndex
CREATE INDEX "knowledge_documents_workspace_id_knowledge_base_id_id_idx" ON "knowledge_documents"("workspace_id", "knowledge_base_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "knowledge_documents_workspace_id_id_key" ON "knowledge_documents"("workspace_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "knowledge_copies_tag_key" ON "knowledge_copies"("tag");

-- CreateIndex
CREATE INDEX "knowledge_copies_workspace_id_knowledge_base_id_engine_idx" ON "knowledge_copies"("workspace_id", "knowledge_base_id", "engine");

-- CreateIndex
CREATE INDEX "knowledge_copies_state_used_at_idx" ON "knowledge_copies"("state", "used_at");

-- CreateIndex
CREATE INDEX "knowledge_copies_retired_at_idx" ON "knowledge_copies"("retired_at");

-- CreateIndex
CREATE UNIQUE INDEX "leads_workspace_id_id_key" ON "leads"("workspace_id", "id");

-- CreateIndex
CREATE INDEX "lead_decisions_workspace_id_lead_id_id_idx" ON "lead_decisions"("workspace_id", "lead_id", "id" DESC);

-- CreateIndex
CREATE INDEX "lead_imports_workspace_id_campaign_id_id_idx" ON "lead_imports"("workspace_id", "campaign_id", "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "lead_imports_workspace_id_id_key" ON "lead_imports"("workspace_id", "id");

-- AddForeignKey
ALTER TABLE "calls" ADD CONSTRAINT "calls_workspace_id_campaign_id_fkey" FOREIGN KEY ("workspace_id", "campaign_id") REFERENCES "campaigns"("workspace_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "calls" ADD CONSTRAINT "calls_workspace_id_lead_id_fkey" FOREIGN KEY ("workspace_id", "lead_id") REFERENCES "leads"("workspace_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "campaigns" ADD CONSTRAINT "campaigns_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "campaigns" ADD CONSTRAINT "campaigns_workspace_id_agent_id_fkey" FOREIGN KEY ("workspace_id", "agent_id") REFERENCES "agents"("workspace_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "campaigns" ADD CONSTRAINT "campaigns_workspace_id_from_number_id_fkey" FOREIGN KEY ("workspace_id", "from_number_id") REFERENCES "phone_numbers"("workspace_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "campaign_events" ADD CONSTRAINT "campaign_events_workspace_id_campaign_id_fkey" FOREIGN KEY ("workspace_id", "campaign_id") REFERENCES "campaigns"("workspace_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "campaign_proposals" ADD CONSTRAINT "campaign_proposals_workspace_id_campaign_id_fkey" FOREIGN KEY ("workspace_id", "campaign_id") REFERENCES "campaigns"("workspace_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "campaign_totals" ADD CONSTRAINT "campaign_totals_workspace_id_campaign_id_fkey" FOREIGN KEY ("workspace_id", "campaign_id") REFERENCES "campaigns"("workspace_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "knowledge_bases" ADD CONSTRAINT "knowledge_bases_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "knowledge_documents" ADD CONSTRAINT "knowledge_documents_workspace_id_knowledge_base_id_fkey" FOREIGN KEY ("workspace_id", "knowledge_base_id") REFERENCES "knowledge_bases"("workspace_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "knowledge_copies" ADD CONSTRAINT "knowledge_copies_workspace_id_knowledge_base_id_fkey" FOREIGN KEY ("workspace_id", "knowledge_base_id") REFERENCES "knowledge_bases"("workspace_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "leads" ADD CONSTRAINT "leads_workspace_id_campaign_id_fkey" FOREIGN KEY ("workspace_id", "campaign_id") REFERENCES "campaigns"("workspace_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "lead_decisions" ADD CONSTRAINT "lead_decisions_workspace_id_lead_id_fkey" FOREIGN KEY ("workspace_id", "lead_id") REFERENCES "leads"("workspace_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "lead_imports" ADD CONSTRAINT "lead_imports_workspace_id_campaign_id_fkey" FOREIGN KEY ("workspace_id", "campaign_id") REFERENCES "campaigns"("workspace_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "lead_import_changes" ADD CONSTRAINT "lead_import_changes_workspace_id_import_id_fkey" FOREIGN KEY ("workspace_id", "import_id") REFERENCES "lead_imports"("workspace_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- Of the leads that are not deleted a campaign has each number once, and each external id once.
CREATE UNIQUE INDEX "leads_campaign_id_phone_number_key" ON "leads"("campaign_id", "phone_number") WHERE "deleted_at" IS NULL;
CREATE UNIQUE INDEX "leads_campaign_id_external_id_key" ON "leads"("campaign_id", "external_id") WHERE "deleted_at" IS NULL AND "external_id" IS NOT NULL;
-- Pages of leads, counts by state, and the next to be called.
CREATE INDEX "leads_campaign_id_id_idx" ON "leads"("campaign_id", "id" DESC) WHERE "deleted_at" IS NULL;
CREATE INDEX "leads_campaign_id_status_id_idx" ON "leads"("campaign_id", "status", "id" DESC) WHERE "deleted_at" IS NULL;
CREATE INDEX "leads_to_call_idx" ON "leads"("campaign_id", "next_attempt_at" NULLS FIRST, "id") WHERE "status" = 'pending' AND "deleted_at" IS NULL;
ALTER TABLE "leads" ADD CONSTRAINT "leads_attempts_check" CHECK ("attempts" >= 0);
ALTER TABLE "leads" ADD CONSTRAINT "leads_status_check" CHECK ("status" IN ('pending', 'calling', 'completed', 'failed', 'do_not_call', 'cancelled'));
ALTER TABLE "campaigns" ADD CONSTRAINT "campaigns_status_check" CHECK ("status" IN ('draft', 'running', 'paused', 'completed', 'cancelled'));

-- Campaigns that the dialer has to look at.
CREATE INDEX "campaigns_dial_at_idx" ON "campaigns"("dial_at") WHERE "status" = 'running';

-- A lead has one call at a time, and of all campaigns of a workspace one calls a number at a time.
CREATE UNIQUE INDEX "calls_open_lead_key" ON "calls"("lead_id") WHERE "finished_at" IS NULL AND "lead_id" IS NOT NULL;
CREATE UNIQUE INDEX "calls_open_campaign_number_key" ON "calls"("workspace_id", "to_number") WHERE "finished_at" IS NULL AND "campaign_id" IS NOT NULL;
-- Calls under way, of a campaign and of a workspace; how often a number was called; what the last calls of a campaign came to.
CREATE INDEX "calls_open_campaign_idx" ON "calls"("campaign_id") WHERE "finished_at" IS NULL AND "campaign_id" IS NOT NULL;
CREATE INDEX "calls_open_workspace_idx" ON "calls"("workspace_id") WHERE "finished_at" IS NULL;
CREATE INDEX "calls_workspace_id_to_number_created_at_idx" ON "calls"("workspace_id", "to_number", "created_at");
CREATE INDEX "calls_campaign_id_finished_at_idx" ON "calls"("campaign_id", "finished_at" DESC) WHERE "finished_at" IS NOT NULL AND "campaign_id" IS NOT NULL;

-- Of a version of a knowledge base there is at most one copy at a provider that is being made or ready.
CREATE UNIQUE INDEX "knowledge_copies_current_key" ON "knowledge_copies"("knowledge_base_id", "engine", "version") WHERE "state" IN ('syncing', 'ready');
ALTER TABLE "knowledge_copies" ADD CONSTRAINT "knowledge_copies_state_check" CHECK ("state" IN ('syncing', 'ready', 'failed', 'retired'));
