-- CreateSchema
CREATE SCHEMA IF NOT EXISTS "public";

-- CreateTable
CREATE TABLE "agents" (
    "id" SERIAL NOT NULL,
    "workspace_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "lang" TEXT NOT NULL,
    "voice_engine" TEXT NOT NULL,
    "voice_id" TEXT,
    "model" TEXT NOT NULL,
    "system_prompt" TEXT,
    "general_tools" JSONB NOT NULL,
    "post_call_analysis_data" JSONB NOT NULL,
    "recording_enabled" BOOLEAN NOT NULL DEFAULT true,
    "is_active" BOOLEAN NOT NULL DEFAULT true,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "provider_refs" JSONB,
    "published" JSONB,
    "published_config" JSONB,
    "published_at" TIMESTAMPTZ(3),
    "publishing_until" TIMESTAMPTZ(3),

    CONSTRAINT "agents_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "api_keys" (
    "id" SERIAL NOT NULL,
    "workspace_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "hash" BYTEA NOT NULL,
    "prefix" TEXT NOT NULL,
    "last4" TEXT NOT NULL,
    "scopes" TEXT[],
    "created_by_id" INTEGER,
    "expires_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),
    "last_used_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "api_keys_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "calls" (
    "id" SERIAL NOT NULL,
    "workspace_id" INTEGER NOT NULL,
    "ref" UUID NOT NULL,
    "agent_id" INTEGER NOT NULL,
    "number_id" INTEGER,
    "campaign_id" INTEGER,
    "lead_id" INTEGER,
    "direction" TEXT NOT NULL DEFAULT 'outbound',
    "from_number" TEXT NOT NULL,
    "to_number" TEXT NOT NULL,
    "provider" TEXT NOT NULL,
    "provider_call_id" TEXT,
    "provider_agent" JSONB NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'queued',
    "outcome" TEXT,
    "ended_reason" TEXT,
    "duration_seconds" INTEGER,
    "detected_language" TEXT,
    "recorded" BOOLEAN NOT NULL,
    "recording_reason" TEXT NOT NULL,
    "country" TEXT,
    "has_recording" BOOLEAN NOT NULL DEFAULT false,
    "cost_micros" BIGINT,
    "provider_cost_micros" BIGINT,
    "placement" TEXT NOT NULL DEFAULT 'sending',
    "owner" UUID,
    "quiet_until" TIMESTAMPTZ(3),
    "check_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "started_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "calls_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "call_details" (
    "call_id" INTEGER NOT NULL,
    "workspace_id" INTEGER NOT NULL,
    "transcript" JSONB NOT NULL DEFAULT '[]',
    "summary" TEXT,
    "analysis" JSONB,
    "structured_data" JSONB,
    "success_evaluation" TEXT,
    "metadata" JSONB NOT NULL DEFAULT '{}',
    "variables" JSONB NOT NULL DEFAULT '{}',
    "language" TEXT,

    CONSTRAINT "call_details_pkey" PRIMARY KEY ("call_id")
);

-- CreateTable
CREATE TABLE "provider_events" (
    "id" SERIAL NOT NULL,
    "provider" TEXT NOT NULL,
    "dedupe_key" TEXT NOT NULL,
    "body" JSONB NOT NULL,
    "has_audio" BOOLEAN NOT NULL DEFAULT false,
    "received_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "processed_at" TIMESTAMPTZ(3),
    "call_id" INTEGER,

    CONSTRAINT "provider_events_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "dnc_entries" (
    "id" SERIAL NOT NULL,
    "workspace_id" INTEGER NOT NULL,
    "phone_number" TEXT NOT NULL,
    "reason" TEXT,
    "source" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "dnc_entries_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "phone_numbers" (
    "id" SERIAL NOT NULL,
    "workspace_id" INTEGER NOT NULL,
    "phone_number" TEXT NOT NULL,
    "country" TEXT,
    "carrier" TEXT NOT NULL,
    "label" TEXT,
    "provider_numbers" JSONB NOT NULL DEFAULT '{}',
    "is_active" BOOLEAN NOT NULL DEFAULT true,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "phone_numbers_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "settings" (
    "key" TEXT NOT NULL,
    "value" JSONB NOT NULL,

    CONSTRAINT "settings_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "simulator_records" (
    "kind" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "body" JSONB NOT NULL,

    CONSTRAINT "simulator_records_pkey" PRIMARY KEY ("kind","id")
);

-- CreateTable
CREATE TABLE "wallets" (
    "workspace_id" INTEGER NOT NULL,
    "balance" BIGINT NOT NULL DEFAULT 0,
    "held" BIGINT NOT NULL DEFAULT 0,
    "currency" TEXT NOT NULL DEFAULT 'USD',

    CONSTRAINT "wallets_pkey" PRIMARY KEY ("workspace_id")
);

-- CreateTable
CREATE TABLE "wallet_holds" (
    "call_id" INTEGER NOT NULL,
    "workspace_id" INTEGER NOT NULL,
    "amount" BIGINT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'open',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "settled_at" TIMESTAMPTZ(3),

    CONSTRAINT "wallet_holds_pkey" PRIMARY KEY ("call_id")
);

-- CreateTable
CREATE TABLE "ledger_entries" (
    "id" SERIAL NOT NULL,
    "workspace_id" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "ref" TEXT NOT NULL,
    "amount" BIGINT NOT NULL,
    "balance" BIGINT NOT NULL,
    "reason" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ledger_entries_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhook_settings" (
    "workspace_id" INTEGER NOT NULL,
    "url" TEXT,
    "events" TEXT[],
    "secret" BYTEA,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "webhook_settings_pkey" PRIMARY KEY ("workspace_id")
);

-- CreateTable
CREATE TABLE "webhook_deliveries" (
    "id" SERIAL NOT NULL,
    "workspace_id" INTEGER NOT NULL,
    "event_type" TEXT NOT NULL,
    "event_id" TEXT NOT NULL,
    "dedupe_key" TEXT,
    "url" TEXT NOT NULL,
    "body" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'pending',
    "attempt_count" INTEGER NOT NULL DEFAULT 0,
    "next_attempt_at" TIMESTAMPTZ(3),
    "redelivery_of_id" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "webhook_deliveries_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhook_attempts" (
    "id" SERIAL NOT NULL,
    "workspace_id" INTEGER NOT NULL,
    "delivery_id" INTEGER NOT NULL,
    "number" INTEGER NOT NULL,
    "status" INTEGER,
    "error" TEXT,
    "latency_ms" INTEGER,
    "response" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "webhook_attempts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "workspaces" (
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "plan" TEXT NOT NULL DEFAULT 'free',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "workspaces_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "users" (
    "id" SERIAL NOT NULL,
    "email" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "password_hash" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "users_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "memberships" (
    "workspace_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "role" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "memberships_pkey" PRIMARY KEY ("workspace_id","user_id")
);

-- CreateTable
CREATE TABLE "sessions" (
    "id" UUID NOT NULL,
    "user_id" INTEGER NOT NULL,
    "refresh_hash" BYTEA NOT NULL,
    "previous_hash" BYTEA,
    "rotated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "revoked_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "sessions_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "agents_workspace_id_is_active_id_idx" ON "agents"("workspace_id", "is_active", "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "agents_workspace_id_id_key" ON "agents"("workspace_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "api_keys_hash_key" ON "api_keys"("hash");

-- CreateIndex
CREATE UNIQUE INDEX "api_keys_workspace_id_id_key" ON "api_keys"("workspace_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "calls_ref_key" ON "calls"("ref");

-- CreateIndex
CREATE INDEX "calls_workspace_id_id_idx" ON "calls"("workspace_id", "id" DESC);

-- CreateIndex
CREATE INDEX "calls_workspace_id_status_id_idx" ON "calls"("workspace_id", "status", "id" DESC);

-- CreateIndex
CREATE INDEX "calls_workspace_id_campaign_id_id_idx" ON "calls"("workspace_id", "campaign_id", "id" DESC);

-- CreateIndex
CREATE INDEX "calls_check_at_idx" ON "calls"("check_at");

-- CreateIndex
CREATE UNIQUE INDEX "calls_workspace_id_id_key" ON "calls"("workspace_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "calls_provider_provider_call_id_key" ON "calls"("provider", "provider_call_id");

-- CreateIndex
CREATE UNIQUE INDEX "call_details_workspace_id_call_id_key" ON "call_details"("workspace_id", "call_id");

-- CreateIndex
CREATE INDEX "provider_events_call_id_idx" ON "provider_events"("call_id");

-- CreateIndex
CREATE UNIQUE INDEX "provider_events_provider_dedupe_key_key" ON "provider_events"("provider", "dedupe_key");

-- CreateIndex
CREATE INDEX "dnc_entries_workspace_id_id_idx" ON "dnc_entries"("workspace_id", "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "dnc_entries_workspace_id_phone_number_key" ON "dnc_entries"("workspace_id", "phone_number");

-- CreateIndex
CREATE INDEX "phone_numbers_workspace_id_is_active_id_idx" ON "phone_numbers"("workspace_id", "is_active", "id");

-- CreateIndex
CREATE UNIQUE INDEX "phone_numbers_workspace_id_id_key" ON "phone_numbers"("workspace_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "wallet_holds_workspace_id_call_id_key" ON "wallet_holds"("workspace_id", "call_id");

-- CreateIndex
CREATE INDEX "ledger_entries_workspace_id_id_idx" ON "ledger_entries"("workspace_id", "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "ledger_entries_workspace_id_kind_ref_key" ON "ledger_entries"("workspace_id", "kind", "ref");

-- CreateIndex
CREATE INDEX "webhook_deliveries_workspace_id_id_idx" ON "webhook_deliveries"("workspace_id", "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "webhook_deliveries_workspace_id_id_key" ON "webhook_deliveries"("workspace_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "webhook_deliveries_workspace_id_dedupe_key_key" ON "webhook_deliveries"("workspace_id", "dedupe_key");

-- CreateIndex
CREATE UNIQUE INDEX "webhook_attempts_workspace_id_delivery_id_number_key" ON "webhook_attempts"("workspace_id", "delivery_id", "number");

-- CreateIndex
CREATE UNIQUE INDEX "users_email_key" ON "users"("email");

-- CreateIndex
CREATE INDEX "memberships_user_id_idx" ON "memberships"("user_id");

-- CreateIndex
CREATE UNIQUE INDEX "sessions_refresh_hash_key" ON "sessions"("refresh_hash");

-- CreateIndex
CREATE UNIQUE INDEX "sessions_previous_hash_key" ON "sessions"("previous_hash");

-- CreateIndex
CREATE INDEX "sessions_user_id_idx" ON "sessions"("user_id");

-- AddForeignKey
ALTER TABLE "agents" ADD CONSTRAINT "agents_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "calls" ADD CONSTRAINT "calls_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "calls" ADD CONSTRAINT "calls_workspace_id_agent_id_fkey" FOREIGN KEY ("workspace_id", "agent_id") REFERENCES "agents"("workspace_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "calls" ADD CONSTRAINT "calls_workspace_id_number_id_fkey" FOREIGN KEY ("workspace_id", "number_id") REFERENCES "phone_numbers"("workspace_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "call_details" ADD CONSTRAINT "call_details_workspace_id_call_id_fkey" FOREIGN KEY ("workspace_id", "call_id") REFERENCES "calls"("workspace_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "dnc_entries" ADD CONSTRAINT "dnc_entries_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "phone_numbers" ADD CONSTRAINT "phone_numbers_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "wallets" ADD CONSTRAINT "wallets_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "wallet_holds" ADD CONSTRAINT "wallet_holds_workspace_id_call_id_fkey" FOREIGN KEY ("workspace_id", "call_id") REFERENCES "calls"("workspace_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_attempts" ADD CONSTRAINT "webhook_attempts_workspace_id_delivery_id_fkey" FOREIGN KEY ("workspace_id", "delivery_id") REFERENCES "webhook_deliveries"("workspace_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What the schema language cannot say.

-- A number is linked once, in whatever workspace. Released rows stay.
CREATE UNIQUE INDEX "phone_numbers_active_phone_number_key" ON "phone_numbers"("phone_number") WHERE "is_active";

-- Money: never below zero, and a ledger nobody rewrites.
ALTER TABLE "wallets" ADD CONSTRAINT "wallets_held_check" CHECK ("held" >= 0 AND "balance" >= "held");
ALTER TABLE "wallet_holds" ADD CONSTRAINT "wallet_holds_amount_check" CHECK ("amount" > 0);
CREATE FUNCTION "refuse_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
END $$;
CREATE TRIGGER "ledger_entries_append_only" BEFORE UPDATE OR DELETE ON "ledger_entries" FOR EACH ROW EXECUTE FUNCTION "refuse_change"();
