-- DropIndex
DROP INDEX "phone_numbers_workspace_id_is_active_id_idx";

-- AlterTable
ALTER TABLE "agents" ADD COLUMN     "first_message" TEXT,
ADD COLUMN     "max_call_seconds" INTEGER NOT NULL DEFAULT 600,
ADD COLUMN     "ring_seconds" INTEGER NOT NULL DEFAULT 30,
ADD COLUMN     "voicemail_message" TEXT;

-- AlterTable
ALTER TABLE "calls" ADD COLUMN     "end_requested_at" TIMESTAMPTZ(3),
ADD COLUMN     "inbound_key" TEXT,
ADD COLUMN     "recording_deleted_at" TIMESTAMPTZ(3),
ADD COLUMN     "recording_purged_at" TIMESTAMPTZ(3),
ALTER COLUMN "agent_id" DROP NOT NULL;

-- AlterTable
ALTER TABLE "call_details" ADD COLUMN     "extraction_schema" JSONB,
ADD COLUMN     "output_language" TEXT,
ADD COLUMN     "routing" JSONB;

-- AlterTable
ALTER TABLE "phone_numbers" ADD COLUMN     "assistant_request_secret" BYTEA,
ADD COLUMN     "assistant_request_url" TEXT,
ADD COLUMN     "inbound_agent_id" INTEGER,
ADD COLUMN     "inbound_enabled" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "workspaces" ADD COLUMN     "recording_retention_days" INTEGER;

-- CreateTable
CREATE TABLE "agent_versions" (
    "id" SERIAL NOT NULL,
    "workspace_id" INTEGER NOT NULL,
    "agent_id" INTEGER NOT NULL,
    "number" INTEGER NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'publishing',
    "engine" TEXT NOT NULL,
    "fields" JSONB NOT NULL,
    "config" JSONB NOT NULL,
    "provider_agent" JSONB,
    "error" TEXT,
    "owner" UUID,
    "lease_until" TIMESTAMPTZ(3),
    "user_id" INTEGER,
    "api_key_id" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "published_at" TIMESTAMPTZ(3),

    CONSTRAINT "agent_versions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "provider_agents" (
    "id" SERIAL NOT NULL,
    "workspace_id" INTEGER NOT NULL,
    "agent_id" INTEGER NOT NULL,
    "engine" TEXT NOT NULL,
    "tag" UUID NOT NULL,
    "refs" JSONB NOT NULL DEFAULT '{}',
    "retired_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "provider_agents_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "provider_slots" (
    "provider" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "call_id" INTEGER,

    CONSTRAINT "provider_slots_pkey" PRIMARY KEY ("provider","number")
);

-- CreateTable
CREATE TABLE "provider_gates" (
    "provider" TEXT NOT NULL,
    "next_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "provider_gates_pkey" PRIMARY KEY ("provider")
);

-- CreateIndex
CREATE UNIQUE INDEX "agent_versions_workspace_id_agent_id_number_key" ON "agent_versions"("workspace_id", "agent_id", "number");

-- CreateIndex
CREATE UNIQUE INDEX "provider_agents_tag_key" ON "provider_agents"("tag");

-- CreateIndex
CREATE INDEX "provider_agents_workspace_id_agent_id_idx" ON "provider_agents"("workspace_id", "agent_id");

-- CreateIndex
CREATE INDEX "provider_agents_retired_at_idx" ON "provider_agents"("retired_at");

-- CreateIndex
CREATE UNIQUE INDEX "provider_slots_call_id_key" ON "provider_slots"("call_id");

-- CreateIndex
CREATE INDEX "provider_slots_provider_call_id_idx" ON "provider_slots"("provider", "call_id");

-- CreateIndex
CREATE UNIQUE INDEX "calls_provider_inbound_key_key" ON "calls"("provider", "inbound_key");

-- CreateIndex
CREATE INDEX "phone_numbers_workspace_id_is_active_id_idx" ON "phone_numbers"("workspace_id", "is_active", "id" DESC);

-- AddForeignKey
ALTER TABLE "agent_versions" ADD CONSTRAINT "agent_versions_workspace_id_agent_id_fkey" FOREIGN KEY ("workspace_id", "agent_id") REFERENCES "agents"("workspace_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "provider_agents" ADD CONSTRAINT "provider_agents_workspace_id_agent_id_fkey" FOREIGN KEY ("workspace_id", "agent_id") REFERENCES "agents"("workspace_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- Of one agent at most one publish is under way, and at one provider it has one place.
CREATE UNIQUE INDEX "agent_versions_under_way_key" ON "agent_versions"("agent_id") WHERE "state" = 'publishing';
CREATE UNIQUE INDEX "provider_agents_current_key" ON "provider_agents"("agent_id", "engine") WHERE "retired_at" IS NULL;

-- Recordings that may come of age, and those still to be deleted at the provider.
CREATE INDEX "calls_recordings_kept_idx" ON "calls"("workspace_id", "ended_at") WHERE "has_recording" AND "recording_deleted_at" IS NULL;
CREATE INDEX "calls_recordings_to_purge_idx" ON "calls"("recording_deleted_at") WHERE "recording_deleted_at" IS NOT NULL AND "recording_purged_at" IS NULL;

-- What is published already becomes its agent's first version, and what it has at its provider is kept.
UPDATE "agents" SET "published_config" = "published_config" || '{"firstMessage": null, "voicemailMessage": null}' WHERE "published_config" IS NOT NULL;

INSERT INTO "agent_versions" ("workspace_id", "agent_id", "number", "state", "engine", "fields", "config", "provider_agent", "created_at", "published_at")
SELECT "workspace_id", "id", 1, 'published', "published"->>'engine',
    jsonb_build_object('name', "published_config"->'name', 'lang', "published_config"->'language', 'voiceEngine', "published"->'engine',
        'voiceId', "published_config"->'voiceId', 'model', "published_config"->'model', 'systemPrompt', "published_config"->'systemPrompt',
        'generalTools', "published_config"->'tools', 'postCallAnalysisData', "published_config"->'analysis',
        'recordingEnabled', "published_config"->'recordingEnabled',
        'firstMessage', NULL, 'voicemailMessage', NULL, 'maxCallSeconds', 600, 'ringSeconds', 30),
    "published_config", "published", "published_at", "published_at"
FROM "agents" WHERE "published" IS NOT NULL;

INSERT INTO "provider_agents" ("workspace_id", "agent_id", "engine", "tag", "refs")
SELECT "workspace_id", "id", "provider_refs"->>'engine', gen_random_uuid(), "provider_refs" - 'engine'
FROM "agents" WHERE "provider_refs" IS NOT NULL;

ALTER TABLE "agents" DROP COLUMN "provider_refs",
DROP COLUMN "publishing_until";
