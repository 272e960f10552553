-- Every transcript turn is a row of provider_events, and its numbers are not used again: 32 bits end after some 90 million calls. The table is
-- rewritten under a lock, which is short: its rows are deleted seven days after they were worked on.
ALTER TABLE "provider_events" ALTER COLUMN "id" SET DATA TYPE BIGINT;
ALTER SEQUENCE "provider_events_id_seq" AS BIGINT;

-- Which version of the rules a decision was made by. Null for what was decided before.
ALTER TABLE "calls" ADD COLUMN "recording_rules_version" TEXT;
ALTER TABLE "lead_decisions" ADD COLUMN "rules_version" TEXT;
