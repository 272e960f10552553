-- What callers store as free JSON comes back as they sent it: `json` keeps the text, `jsonb` sorts the members. Each table is rewritten once,
-- and cannot be read meanwhile: with a million leads or calls that takes some ten seconds.
DROP INDEX "call_details_held_idx";

-- A column that a trigger names cannot be altered: those triggers are made again as they are.
DO $$
DECLARE
  kept record;
  definitions text[] := '{}';
  definition text;
BEGIN
  FOR kept IN
    SELECT tgname, tgrelid::regclass AS of_table, pg_get_triggerdef(oid) AS made FROM pg_trigger
    WHERE tgrelid IN ('agents'::regclass, 'campaigns'::regclass) AND NOT tgisinternal
  LOOP
    definitions := definitions || kept.made;
    EXECUTE format('DROP TRIGGER %I ON %s', kept.tgname, kept.of_table);
  END LOOP;

  ALTER TABLE "agents" ALTER COLUMN "general_tools" SET DATA TYPE JSON,
    ALTER COLUMN "post_call_analysis_data" SET DATA TYPE JSON;
  ALTER TABLE "campaigns" ALTER COLUMN "extraction_schema" SET DATA TYPE JSON,
    ALTER COLUMN "analysis_config" SET DATA TYPE JSON;

  FOREACH definition IN ARRAY definitions LOOP EXECUTE definition; END LOOP;
END $$;

-- AlterTable
ALTER TABLE "agent_versions" ALTER COLUMN "fields" SET DATA TYPE JSON;

-- AlterTable
ALTER TABLE "call_details" ALTER COLUMN "metadata" SET DATA TYPE JSON,
ALTER COLUMN "extraction_schema" SET DATA TYPE JSON;

-- AlterTable
ALTER TABLE "leads" ALTER COLUMN "data" SET DATA TYPE JSON;

-- AlterTable
ALTER TABLE "lead_import_changes" ALTER COLUMN "before" SET DATA TYPE JSON;

-- The same index as before; `json` is compared by its text.
CREATE INDEX "call_details_held_idx" ON "call_details"("workspace_id", "call_id")
  WHERE "summary" IS NOT NULL OR "analysis" IS NOT NULL OR "structured_data" IS NOT NULL OR "unfit_data" IS NOT NULL
    OR "metadata"::text <> '{}' OR "variables" <> '{}'::jsonb OR "transcript" <> '[]'::jsonb;

-- As before, but for how `data` is compared.
CREATE OR REPLACE FUNCTION audit_leads() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  columns jsonb := '{"external_id":"hidden","phone_number":"hidden","name":"hidden","data":"hidden","status":"plain","next_attempt_at":"moment","deleted_at":"moment"}';
  changed record;
  difference jsonb[];
BEGIN
  IF NOT audit_asked() THEN RETURN NULL; END IF;
  IF TG_OP = 'UPDATE' THEN
    FOR changed IN
      SELECT workspace_id, campaign_id, is_gone, count(*)::int AS count, (array_agg(id ORDER BY id))[1:20] AS ids,
        (array_agg(old_row ORDER BY id))[1] AS old_row, (array_agg(new_row ORDER BY id))[1] AS new_row
      FROM (
        SELECT o.workspace_id, o.campaign_id, o.id, o.deleted_at IS NULL AND n.deleted_at IS NOT NULL AS is_gone, to_jsonb(o) AS old_row, to_jsonb(n) AS new_row
        FROM old_leads o JOIN new_leads n USING (id)
        WHERE (o.external_id, o.phone_number, o.name, o.data::text, o.status, o.next_attempt_at, o.deleted_at)
          IS DISTINCT FROM (n.external_id, n.phone_number, n.name, n.data::text, n.status, n.next_attempt_at, n.deleted_at)) rows
      GROUP BY workspace_id, campaign_id, is_gone
    LOOP
      difference := CASE WHEN changed.count = 1 THEN audit_difference(columns, changed.old_row, changed.new_row) ELSE ARRAY[NULL, jsonb_build_object('ids', changed.ids)] END;
      PERFORM audit_note(changed.workspace_id, 'lead', CASE WHEN changed.count = 1 THEN changed.ids[1]::text END, CASE WHEN changed.is_gone THEN 'deleted' ELSE 'changed' END,
        difference[1], difference[2] || jsonb_build_object('campaign_id', changed.campaign_id), changed.count);
    END LOOP;
  ELSE
    FOR changed IN SELECT workspace_id, campaign_id, count(*)::int AS count, (array_agg(id ORDER BY id))[1:20] AS ids FROM new_leads GROUP BY workspace_id, campaign_id LOOP
      PERFORM audit_note(changed.workspace_id, 'lead', CASE WHEN changed.count = 1 THEN changed.ids[1]::text END, 'created', NULL,
        jsonb_build_object('campaign_id', changed.campaign_id) || CASE WHEN changed.count = 1 THEN '{}' ELSE jsonb_build_object('ids', changed.ids) END, changed.count);
    END LOOP;
  END IF;
  RETURN NULL;
END $$;
