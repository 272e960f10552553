-- Columns get the names that the API uses since.
ALTER TABLE "agents" RENAME COLUMN "max_call_seconds" TO "max_duration_seconds";
ALTER TABLE "agents" RENAME COLUMN "ring_seconds" TO "ring_timeout_seconds";
ALTER TABLE "app_grants" RENAME COLUMN "call_cap" TO "call_limit";
ALTER TABLE "app_grants" RENAME COLUMN "spend_cap_micros" TO "spend_limit_micros";
ALTER TABLE "app_grants" RENAME CONSTRAINT "app_grants_call_cap_check" TO "app_grants_call_limit_check";
ALTER TABLE "app_grants" RENAME CONSTRAINT "app_grants_spend_cap_check" TO "app_grants_spend_limit_check";
ALTER TABLE "call_details" RENAME COLUMN "unfit_data" TO "validation_errors";
ALTER TABLE "erasures" RENAME COLUMN "keeps_dnc" TO "retains_dnc_entry";
ALTER TABLE "lead_imports" RENAME COLUMN "undone_at" TO "reverted_at";
ALTER TABLE "notice_settings" RENAME COLUMN "muted_kinds" TO "muted_types";
ALTER TABLE "reports" RENAME COLUMN "rows_done" TO "rows_processed";

-- The same names where configurations are stored as JSON. `fields` is JSON as text, whose numbers and spaces stay as they were sent.
UPDATE "agent_versions" SET "fields" =
  replace(replace("fields"::text, '"maxCallSeconds":', '"maxDurationSeconds":'), '"ringSeconds":', '"ringTimeoutSeconds":')::json;
UPDATE "agent_versions" SET "config" = ("config" - 'ringSeconds') || jsonb_build_object('ringTimeoutSeconds', "config" -> 'ringSeconds')
  WHERE "config" ? 'ringSeconds';
UPDATE "agents" SET "published_config" = ("published_config" - 'ringSeconds') || jsonb_build_object('ringTimeoutSeconds', "published_config" -> 'ringSeconds')
  WHERE "published_config" ? 'ringSeconds';
UPDATE "campaigns" SET "settings" = "settings" - 'breakerCalls' - 'breakerPercent' - 'closedDates'
  || CASE WHEN "settings" ? 'breakerCalls' THEN jsonb_build_object('failureRateWindow', "settings" -> 'breakerCalls') ELSE '{}' END
  || CASE WHEN "settings" ? 'breakerPercent' THEN jsonb_build_object('failureRateThreshold', "settings" -> 'breakerPercent') ELSE '{}' END
  || CASE WHEN "settings" ? 'closedDates' THEN jsonb_build_object('excludedDates', "settings" -> 'closedDates') ELSE '{}' END
  WHERE "settings" ?| ARRAY['breakerCalls', 'breakerPercent', 'closedDates'];

-- A trigger names the columns it watches.
SELECT audit_table('agents', 'agent', '{published,published_config}');
SELECT audit_table('app_grants', 'connected_app', '{calls_used,spent_micros}', '{}', false, 'key_id');
SELECT audit_table('erasures', 'erasure', '{state,counts,user_id,api_key_id,finished_at}', '{phone_number}', true);
SELECT audit_table('lead_imports', 'lead_import', '{content,errors,done,error,user_id,api_key_id}', '{}', true);
SELECT audit_table('notice_settings', 'notice_settings', '{}', '{}', false, 'workspace_id');
SELECT audit_table('reports', 'report', '{rows_processed,rows_total,bytes,attempt,file_key,error,owner,user_id,api_key_id,finished_at,expires_at}', '{}', true);
