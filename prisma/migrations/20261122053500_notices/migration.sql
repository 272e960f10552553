-- What the schema language cannot say: notices are decided by the latest rows, so these are found from the end of an index.

-- The latest calls from a number.
CREATE INDEX "calls_finished_number_idx" ON "calls"("number_id", "finished_at" DESC)
  WHERE "finished_at" IS NOT NULL AND "direction" = 'outbound' AND "status" <> 'canceled' AND "number_id" IS NOT NULL;

-- The latest deliveries that came to an end.
CREATE INDEX "webhook_deliveries_finished_idx" ON "webhook_deliveries"("workspace_id", "finished_at" DESC, "id" DESC)
  WHERE "finished_at" IS NOT NULL AND "attempt_count" > 0;

-- E-mails that count towards what a workspace may send in an hour: those kept back do not.
CREATE INDEX "notice_mails_counted_idx" ON "notice_mails"("workspace_id", "created_at") WHERE NOT ("state" = 'failed' AND "attempts" = 0);
