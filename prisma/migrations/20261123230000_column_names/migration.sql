-- Columns get the names that the API uses.
ALTER TABLE "agent_versions" RENAME COLUMN "state" TO "status";
ALTER INDEX "agent_versions_under_way_key" RENAME TO "agent_versions_publishing_key";
ALTER TABLE "alerts" RENAME COLUMN "kind" TO "type";
ALTER INDEX "alerts_open_kind_key" RENAME TO "alerts_open_type_key";
ALTER TABLE "alert_emails" RENAME COLUMN "state" TO "status";
ALTER TABLE "alert_recipients" RENAME COLUMN "state" TO "status";
ALTER TABLE "call_stats" RENAME COLUMN "texts" TO "messages";
ALTER TABLE "call_stats" RENAME COLUMN "text_micros" TO "message_micros";
ALTER TABLE "calls" RENAME COLUMN "check_at" TO "next_check_at";
ALTER TABLE "calls" RENAME COLUMN "quiet_until" TO "reconcile_after";
ALTER INDEX "calls_check_at_idx" RENAME TO "calls_next_check_at_idx";
ALTER TABLE "campaign_events" RENAME COLUMN "kind" TO "type";
ALTER TABLE "carrier_connections" RENAME COLUMN "hook_hash" TO "webhook_hash";
ALTER TABLE "carrier_connections" RENAME COLUMN "hook_seen_at" TO "webhook_verified_at";
ALTER INDEX "carrier_connections_hook_hash_key" RENAME TO "carrier_connections_webhook_hash_key";
ALTER TABLE "conversations" RENAME COLUMN "peer" TO "contact_number";
ALTER INDEX "conversations_workspace_id_number_id_peer_key" RENAME TO "conversations_workspace_id_number_id_contact_number_key";
ALTER TABLE "erasures" RENAME COLUMN "state" TO "status";
ALTER TABLE "lead_decisions" RENAME COLUMN "verdict" TO "decision";
ALTER TABLE "lead_decisions" RENAME COLUMN "facts" TO "details";
ALTER TABLE "lead_imports" RENAME COLUMN "done" TO "processed";
ALTER TABLE "ledger_entries" RENAME COLUMN "kind" TO "type";
ALTER INDEX "ledger_entries_workspace_id_kind_ref_key" RENAME TO "ledger_entries_workspace_id_type_ref_key";
ALTER INDEX "ledger_entries_texts_idx" RENAME TO "ledger_entries_messages_idx";
ALTER TABLE "messages" RENAME COLUMN "check_at" TO "next_check_at";
ALTER TABLE "messages" RENAME COLUMN "quiet_until" TO "reconcile_after";
ALTER INDEX "messages_check_at_idx" RENAME TO "messages_next_check_at_idx";
ALTER TABLE "reports" RENAME COLUMN "kind" TO "type";
ALTER TABLE "reports" RENAME COLUMN "state" TO "status";
ALTER INDEX "reports_state_expires_at_idx" RENAME TO "reports_status_expires_at_idx";
ALTER TABLE "wallet_holds" RENAME COLUMN "state" TO "status";
ALTER TABLE "wallets" RENAME COLUMN "low_balance_micros" TO "low_balance_threshold_micros";
ALTER TABLE "wallets" RENAME CONSTRAINT "wallets_low_balance_check" TO "wallets_low_balance_threshold_check";

-- The copies of a knowledge base at voice providers are its syncs.
ALTER TABLE "knowledge_copies" RENAME TO "knowledge_base_syncs";
ALTER TABLE "knowledge_base_syncs" RENAME COLUMN "state" TO "status";
ALTER SEQUENCE "knowledge_copies_id_seq" RENAME TO "knowledge_base_syncs_id_seq";
ALTER TABLE "knowledge_base_syncs" RENAME CONSTRAINT "knowledge_copies_pkey" TO "knowledge_base_syncs_pkey";
ALTER TABLE "knowledge_base_syncs" RENAME CONSTRAINT "knowledge_copies_state_check" TO "knowledge_base_syncs_status_check";
ALTER TABLE "knowledge_base_syncs" RENAME CONSTRAINT "knowledge_copies_workspace_id_knowledge_base_id_fkey" TO "knowledge_base_syncs_workspace_id_knowledge_base_id_fkey";
ALTER INDEX "knowledge_copies_current_key" RENAME TO "knowledge_base_syncs_current_key";
ALTER INDEX "knowledge_copies_tag_key" RENAME TO "knowledge_base_syncs_tag_key";
ALTER INDEX "knowledge_copies_retired_at_idx" RENAME TO "knowledge_base_syncs_retired_at_idx";
ALTER INDEX "knowledge_copies_state_used_at_idx" RENAME TO "knowledge_base_syncs_status_used_at_idx";
ALTER INDEX "knowledge_copies_workspace_id_knowledge_base_id_engine_idx" RENAME TO "knowledge_base_syncs_workspace_id_knowledge_base_id_engine_idx";

-- An audit entry names the resource and the action. `audit_words` keeps its parameters' names, because an index uses it.
ALTER TABLE "audit_entries" RENAME COLUMN "subject" TO "resource";
ALTER TABLE "audit_entries" RENAME COLUMN "subject_id" TO "resource_id";
ALTER TABLE "audit_entries" RENAME COLUMN "change" TO "action";
ALTER INDEX "audit_entries_workspace_id_subject_subject_id_id_idx" RENAME TO "audit_entries_workspace_id_resource_resource_id_id_idx";
ALTER INDEX "audit_entries_workspace_id_change_id_idx" RENAME TO "audit_entries_workspace_id_action_id_idx";
DROP FUNCTION audit_note(integer, text, text, text, jsonb, jsonb, integer, integer);
CREATE FUNCTION audit_note(workspace integer, resource text, resource_id text, action text, before jsonb, after jsonb, count integer DEFAULT 1, session_of integer DEFAULT NULL)
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  actor jsonb := audit_by();
  actor_kind text := coalesce(actor->>'kind', 'system');
  person integer := (actor->>'userId')::int;
BEGIN
  -- A sign-in or sign-out proves who the person is.
  IF actor_kind = 'nobody' AND session_of IS NOT NULL THEN
    actor_kind := 'user';
    person := session_of;
  END IF;
  INSERT INTO audit_entries (workspace_id, actor_kind, user_id, api_key_id, actor_name, operation, resource, resource_id, action, before, after, count, address, request_id)
  VALUES (workspace, actor_kind, person, (actor->>'apiKeyId')::int,
    coalesce(actor->>'name', (SELECT email FROM users WHERE id = person), (SELECT name FROM api_keys WHERE id = (actor->>'apiKeyId')::int)),
    actor->>'operation', audit_note.resource, audit_note.resource_id, audit_note.action, audit_note.before, audit_note.after, audit_note.count,
    actor->>'address', actor->>'requestId');
END $$;

-- A trigger names the columns that it watches, and entries the columns that changed.
SELECT audit_table('agent_versions', 'agent_version', '{fields,config,provider_agent,owner,lease_until,user_id,api_key_id,is_readdressing}');
SELECT audit_table('carrier_connections', 'carrier_connection', '{key_id,webhook_hash,webhook_verified_at,verified_at,sms_missing}');
SELECT audit_table('erasures', 'erasure', '{status,counts,user_id,api_key_id,finished_at}', '{phone_number}', true);
SELECT audit_table('lead_imports', 'lead_import', '{content,errors,processed,error,user_id,api_key_id}', '{}', true);
SELECT audit_table('reports', 'report', '{rows_processed,rows_total,bytes,attempt,file_key,error,owner,user_id,api_key_id,finished_at,expires_at}', '{}', true);
DROP TRIGGER audit ON "ledger_entries";
CREATE TRIGGER audit AFTER INSERT ON "ledger_entries" FOR EACH ROW WHEN (NEW.type IN ('credit', 'debit'))
  EXECUTE FUNCTION audit_row('ledger_entry', 'id', '{"type":"plain","ref":"plain","amount":"money","balance":"money","reason":"plain"}', 'false');
DROP TRIGGER audit_changes ON "wallets";
CREATE TRIGGER audit_changes AFTER UPDATE OF low_balance_threshold_micros ON "wallets" FOR EACH ROW
  EXECUTE FUNCTION audit_row('wallet', 'workspace_id', '{"low_balance_threshold_micros":"money"}', 'false');

-- The facts of stored alerts have the names that their texts use.
UPDATE "alerts" SET "data" = "data" - 'refused_by' || jsonb_build_object('rejected_by', "data" -> 'refused_by') WHERE "data" ? 'refused_by';
UPDATE "alerts" SET "data" = "data" - 'not_taken_back_by' || jsonb_build_object('not_removed_by', "data" -> 'not_taken_back_by') WHERE "data" ? 'not_taken_back_by';
