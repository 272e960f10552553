-- CreateTable
CREATE TABLE "pending_provider_events" (
    "event_id" BIGINT NOT NULL,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "pending_provider_events_pkey" PRIMARY KEY ("event_id")
);

-- CreateIndex
CREATE INDEX "pending_provider_events_due_at_idx" ON "pending_provider_events"("due_at");

INSERT INTO "pending_provider_events" ("event_id", "due_at") SELECT "id", CURRENT_TIMESTAMP FROM "provider_events" WHERE "processed_at" IS NULL;

-- A job of an earlier version may make the same attempt: whoever claims it first does.
UPDATE "webhook_deliveries" SET "next_attempt_at" = CURRENT_TIMESTAMP WHERE "status" = 'pending' AND "next_attempt_at" IS NULL;
CREATE INDEX "webhook_deliveries_due_idx" ON "webhook_deliveries" ("next_attempt_at") WHERE "status" = 'pending';
