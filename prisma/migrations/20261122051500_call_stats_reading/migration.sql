-- What the schema language cannot say.

-- Charged texts by the moment of their charge, for comparing the statistics with them.
CREATE INDEX "ledger_entries_texts_idx" ON "ledger_entries"("workspace_id", "created_at", "id") WHERE "kind" = 'sms';

-- Their rows are counted up again and again: room on the page keeps the index out of it.
ALTER TABLE "call_stats" SET (fillfactor = 70);
