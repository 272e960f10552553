-- AlterTable
ALTER TABLE "phone_numbers" ADD COLUMN     "carrier_number_id" TEXT,
ADD COLUMN     "connection_id" INTEGER,
ADD COLUMN     "external_owner_id" TEXT,
ADD COLUMN     "setup" TEXT NOT NULL DEFAULT 'linked',
ADD COLUMN     "sms_missing" TEXT[] DEFAULT ARRAY[]::TEXT[],
ADD COLUMN     "sms_ready" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "trunk" BYTEA,
ADD COLUMN     "trunk_key_id" TEXT;

-- CreateTable
CREATE TABLE "carrier_connections" (
    "id" SERIAL NOT NULL,
    "workspace_id" INTEGER NOT NULL,
    "carrier" TEXT NOT NULL,
    "external_owner_id" TEXT NOT NULL DEFAULT '',
    "account_id" TEXT NOT NULL,
    "sealed" BYTEA NOT NULL,
    "key_id" TEXT NOT NULL,
    "hook_hash" BYTEA NOT NULL,
    "hook_seen_at" TIMESTAMPTZ(3),
    "sms_missing" TEXT[],
    "verified_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "carrier_connections_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "carrier_events" (
    "id" SERIAL NOT NULL,
    "workspace_id" INTEGER NOT NULL,
    "connection_id" INTEGER NOT NULL,
    "dedupe_key" TEXT NOT NULL,
    "event" JSONB NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "processed_at" TIMESTAMPTZ(3),
    "message_id" INTEGER,

    CONSTRAINT "carrier_events_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "conversations" (
    "id" SERIAL NOT NULL,
    "workspace_id" INTEGER NOT NULL,
    "number_id" INTEGER NOT NULL,
    "peer" TEXT NOT NULL,
    "last_message_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "conversations_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "messages" (
    "id" SERIAL NOT NULL,
    "workspace_id" INTEGER NOT NULL,
    "ref" UUID NOT NULL,
    "conversation_id" INTEGER NOT NULL,
    "number_id" INTEGER NOT NULL,
    "connection_id" INTEGER,
    "direction" TEXT NOT NULL,
    "from_number" TEXT NOT NULL,
    "to_number" TEXT NOT NULL,
    "body" TEXT NOT NULL,
    "segments" INTEGER NOT NULL,
    "media" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "carrier" TEXT NOT NULL,
    "carrier_message_id" TEXT,
    "status" TEXT NOT NULL,
    "error_code" TEXT,
    "error_reason" TEXT,
    "keyword" TEXT,
    "source" TEXT,
    "dispatch" TEXT,
    "owner" UUID,
    "quiet_until" TIMESTAMPTZ(3),
    "check_at" TIMESTAMPTZ(3),
    "hold_micros" BIGINT,
    "cost_micros" BIGINT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "sent_at" TIMESTAMPTZ(3),
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "messages_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "messaging_settings" (
    "workspace_id" INTEGER NOT NULL,
    "replies" BOOLEAN NOT NULL DEFAULT true,
    "help_text" TEXT,
    "stop_text" TEXT,
    "start_text" TEXT,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "messaging_settings_pkey" PRIMARY KEY ("workspace_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "carrier_connections_hook_hash_key" ON "carrier_connections"("hook_hash");

-- CreateIndex
CREATE UNIQUE INDEX "carrier_connections_workspace_id_id_key" ON "carrier_connections"("workspace_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "carrier_connections_workspace_id_carrier_external_owner_id_key" ON "carrier_connections"("workspace_id", "carrier", "external_owner_id");

-- CreateIndex
CREATE INDEX "carrier_events_received_at_idx" ON "carrier_events"("received_at");

-- CreateIndex
CREATE UNIQUE INDEX "carrier_events_connection_id_dedupe_key_key" ON "carrier_events"("connection_id", "dedupe_key");

-- CreateIndex
CREATE INDEX "conversations_workspace_id_last_message_at_id_idx" ON "conversations"("workspace_id", "last_message_at" DESC, "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "conversations_workspace_id_id_key" ON "conversations"("workspace_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "conversations_workspace_id_number_id_peer_key" ON "conversations"("workspace_id", "number_id", "peer");

-- CreateIndex
CREATE UNIQUE INDEX "messages_ref_key" ON "messages"("ref");

-- CreateIndex
CREATE INDEX "messages_workspace_id_id_idx" ON "messages"("workspace_id", "id" DESC);

-- CreateIndex
CREATE INDEX "messages_workspace_id_conversation_id_id_idx" ON "messages"("workspace_id", "conversation_id", "id" DESC);

-- CreateIndex
CREATE INDEX "messages_check_at_idx" ON "messages"("check_at");

-- CreateIndex
CREATE UNIQUE INDEX "messages_workspace_id_id_key" ON "messages"("workspace_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "messages_connection_id_direction_carrier_message_id_key" ON "messages"("connection_id", "direction", "carrier_message_id");

-- AddForeignKey
ALTER TABLE "carrier_connections" ADD CONSTRAINT "carrier_connections_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_workspace_id_number_id_fkey" FOREIGN KEY ("workspace_id", "number_id") REFERENCES "phone_numbers"("workspace_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "messages" ADD CONSTRAINT "messages_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "messages" ADD CONSTRAINT "messages_workspace_id_conversation_id_fkey" FOREIGN KEY ("workspace_id", "conversation_id") REFERENCES "conversations"("workspace_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "messages" ADD CONSTRAINT "messages_workspace_id_number_id_fkey" FOREIGN KEY ("workspace_id", "number_id") REFERENCES "phone_numbers"("workspace_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "messaging_settings" ADD CONSTRAINT "messaging_settings_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "phone_numbers" ADD CONSTRAINT "phone_numbers_workspace_id_connection_id_fkey" FOREIGN KEY ("workspace_id", "connection_id") REFERENCES "carrier_connections"("workspace_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "phone_numbers" ADD CONSTRAINT "phone_numbers_setup_check" CHECK ("setup" IN ('linking', 'linked', 'releasing', 'released'));
ALTER TABLE "messages" ADD CONSTRAINT "messages_direction_check" CHECK ("direction" IN ('inbound', 'outbound'));
ALTER TABLE "messages" ADD CONSTRAINT "messages_status_check" CHECK ("status" IN ('received', 'queued', 'sent', 'delivered', 'undelivered', 'failed', 'unknown'));
ALTER TABLE "messages" ADD CONSTRAINT "messages_dispatch_check" CHECK ("dispatch" IN ('waiting', 'sending', 'unknown', 'placed', 'refused'));

-- Few numbers are being released at a time, and whoever links one anew looks for them by the number.
CREATE INDEX "phone_numbers_releasing_idx" ON "phone_numbers"("phone_number") WHERE "setup" = 'releasing';
