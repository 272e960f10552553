-- Whose words are still held: what a retention looks through is what it has left to do.
CREATE INDEX "call_details_held_idx" ON "call_details"("workspace_id", "call_id")
  WHERE "summary" IS NOT NULL OR "analysis" IS NOT NULL OR "structured_data" IS NOT NULL OR "unfit_data" IS NOT NULL
    OR "metadata" <> '{}'::jsonb OR "variables" <> '{}'::jsonb OR "transcript" <> '[]'::jsonb;

-- Everything held about one phone number, where the indexes for lists and dialing do not lead to it.
CREATE INDEX "calls_inbound_from_number_idx" ON "calls"("workspace_id", "from_number") WHERE "direction" = 'inbound';
CREATE INDEX "leads_deleted_phone_number_idx" ON "leads"("workspace_id", "phone_number") WHERE "deleted_at" IS NOT NULL;
CREATE INDEX "lead_import_changes_lead_idx" ON "lead_import_changes"("lead_id");
CREATE INDEX "webhook_deliveries_repeated_idx" ON "webhook_deliveries"("workspace_id", "event_type", "event_id") WHERE "dedupe_key" IS NULL;
CREATE INDEX "carrier_events_message_id_idx" ON "carrier_events"("message_id") WHERE "message_id" IS NOT NULL;

-- What is still to be deleted at a voice provider, and what was long ago.
CREATE INDEX "provider_deletions_open_idx" ON "provider_deletions"("created_at") WHERE "done_at" IS NULL;
CREATE INDEX "provider_deletions_done_idx" ON "provider_deletions"("done_at") WHERE "done_at" IS NOT NULL;

-- A lead is really deleted: its calls are looked for, by us and by the foreign key.
CREATE INDEX "calls_lead_id_idx" ON "calls"("workspace_id", "lead_id") WHERE "lead_id" IS NOT NULL;
