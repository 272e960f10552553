-- 32 bits of ids end after 249 days at a hundred rows a second. These tables, of which nobody keeps an id for long, get 64. Each is rewritten under a
-- lock: some seconds for a million rows.
ALTER TABLE "carrier_events" ALTER COLUMN "id" SET DATA TYPE BIGINT;
ALTER SEQUENCE "carrier_events_id_seq" AS BIGINT;
ALTER TABLE "lead_decisions" ALTER COLUMN "id" SET DATA TYPE BIGINT;
ALTER SEQUENCE "lead_decisions_id_seq" AS BIGINT;
ALTER TABLE "webhook_attempts" ALTER COLUMN "id" SET DATA TYPE BIGINT;
ALTER SEQUENCE "webhook_attempts_id_seq" AS BIGINT;
