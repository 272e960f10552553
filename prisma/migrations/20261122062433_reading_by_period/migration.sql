-- CreateIndex
CREATE INDEX "audit_entries_workspace_id_actor_kind_id_idx" ON "audit_entries"("workspace_id", "actor_kind", "id" DESC);

-- CreateIndex
CREATE INDEX "audit_entries_workspace_id_change_id_idx" ON "audit_entries"("workspace_id", "change", "id" DESC);

-- CreateIndex
CREATE INDEX "calls_workspace_id_agent_id_id_idx" ON "calls"("workspace_id", "agent_id", "id" DESC);

-- CreateIndex
CREATE INDEX "calls_workspace_id_campaign_id_ended_at_id_idx" ON "calls"("workspace_id", "campaign_id", "ended_at", "id");

-- CreateIndex
CREATE INDEX "ledger_entries_workspace_id_created_at_id_idx" ON "ledger_entries"("workspace_id", "created_at", "id");

-- Leads by when they were added, for reports of a period; the deleted ones are in none.
CREATE INDEX "leads_created_at_idx" ON "leads"("workspace_id", "created_at", "id") WHERE "deleted_at" IS NULL;
