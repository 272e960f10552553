-- Bodies are written once and rarely read. Compressed, they take half the space in their tables and in the write-ahead log.
ALTER TABLE "provider_events" ALTER COLUMN "body" SET STORAGE MAIN;
ALTER TABLE "provider_events" SET (toast_tuple_target = 256);
ALTER TABLE "webhook_deliveries" ALTER COLUMN "body" SET STORAGE MAIN;
ALTER TABLE "webhook_deliveries" SET (toast_tuple_target = 256);

-- The unique index on the same columns serves both orders.
DROP INDEX "calls_workspace_id_id_idx";

-- Only active calls are checked.
DROP INDEX "calls_next_check_at_idx";
CREATE INDEX "calls_next_check_at_idx" ON "calls"("next_check_at") WHERE "next_check_at" IS NOT NULL;
DROP INDEX "messages_next_check_at_idx";
CREATE INDEX "messages_next_check_at_idx" ON "messages"("next_check_at") WHERE "next_check_at" IS NOT NULL;

-- Outbound calls have no key.
DROP INDEX "calls_provider_inbound_key_key";
CREATE UNIQUE INDEX "calls_provider_inbound_key_key" ON "calls"("provider", "inbound_key") WHERE "inbound_key" IS NOT NULL;

ALTER TABLE "simulator_records" ALTER COLUMN "body" SET STORAGE MAIN;
ALTER TABLE "simulator_records" SET (toast_tuple_target = 256);
