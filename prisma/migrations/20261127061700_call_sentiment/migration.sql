-- Calls are found by the contact's sentiment.
CREATE INDEX "call_details_sentiment_idx" ON "call_details"("workspace_id", ("analysis"->>'sentiment'), "call_id") WHERE "analysis"->>'sentiment' IS NOT NULL;
