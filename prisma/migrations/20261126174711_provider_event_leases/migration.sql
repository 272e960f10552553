-- AlterTable
ALTER TABLE "provider_events" ADD COLUMN     "attempts" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "due_at" TIMESTAMPTZ(3) DEFAULT CURRENT_TIMESTAMP;

CREATE INDEX "provider_events_due_idx" ON "provider_events" ("due_at") WHERE "processed_at" IS NULL AND "due_at" IS NOT NULL;
