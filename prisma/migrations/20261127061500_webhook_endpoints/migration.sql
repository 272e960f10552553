-- A workspace can have several webhook endpoints. The one of the specification is the first.
ALTER TABLE "webhook_settings" RENAME TO "webhook_endpoints";
ALTER TABLE "webhook_endpoints" DROP CONSTRAINT "webhook_settings_pkey";
ALTER TABLE "webhook_endpoints"
  ADD COLUMN "id" SERIAL NOT NULL,
  ADD COLUMN "is_first" BOOLEAN NOT NULL DEFAULT false,
  ADD COLUMN "is_enabled" BOOLEAN NOT NULL DEFAULT true,
  ADD COLUMN "description" TEXT NOT NULL DEFAULT '',
  ADD COLUMN "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  ADD CONSTRAINT "webhook_endpoints_pkey" PRIMARY KEY ("id");
UPDATE "webhook_endpoints" SET "is_first" = true;
CREATE UNIQUE INDEX "webhook_endpoints_workspace_id_id_key" ON "webhook_endpoints"("workspace_id", "id");
CREATE UNIQUE INDEX "webhook_endpoints_first_key" ON "webhook_endpoints"("workspace_id") WHERE "is_first";

-- An event has a delivery for each endpoint. Without a foreign key, an event doesn't lock the endpoint's row, and the log outlives it.
ALTER TABLE "webhook_deliveries" ADD COLUMN "endpoint_id" INTEGER;
UPDATE "webhook_deliveries" d SET "endpoint_id" = e."id" FROM "webhook_endpoints" e WHERE e."workspace_id" = d."workspace_id";
-- The keys and indexes of the partitions. New partitions are made from the default one.
DO $$
DECLARE
  part regclass;
  earlier regclass;
BEGIN
  FOR part IN SELECT inhrelid::regclass FROM pg_inherits WHERE inhparent = 'webhook_deliveries'::regclass LOOP
    FOR earlier IN SELECT indexrelid::regclass FROM pg_index WHERE indrelid = part
      AND (pg_get_indexdef(indexrelid) LIKE '%(workspace_id, dedupe_key)' OR pg_get_indexdef(indexrelid) LIKE '%(workspace_id, finished_at DESC, id DESC)%') LOOP
      EXECUTE format('DROP INDEX %s', earlier);
    END LOOP;
    EXECUTE format('CREATE UNIQUE INDEX ON %s (workspace_id, dedupe_key, endpoint_id)', part);
    EXECUTE format('CREATE INDEX ON %s (workspace_id, endpoint_id, finished_at DESC, id DESC) WHERE finished_at IS NOT NULL AND attempt_count > 0', part);
  END LOOP;
END $$;

-- Alerts name their endpoint.
UPDATE "alerts" a SET "subject" = e."id"::text FROM "webhook_endpoints" e WHERE e."workspace_id" = a."workspace_id" AND a."type" = 'webhook_failing';

-- Audit entries name what changed. They are append-only, so the rule is suspended for the rename.
SELECT audit_table('webhook_endpoints', 'webhook_endpoint', '{is_first}');
ALTER TABLE "audit_entries" DISABLE TRIGGER audit_entries_append_only;
UPDATE "audit_entries" a SET "resource" = 'webhook_endpoint', "resource_id" = (SELECT e."id"::text FROM "webhook_endpoints" e WHERE e."workspace_id" = a."workspace_id")
  WHERE a."resource" = 'webhook_settings';
ALTER TABLE "audit_entries" ENABLE TRIGGER audit_entries_append_only;
DROP TRIGGER audit ON "webhook_deliveries";
CREATE TRIGGER audit AFTER INSERT ON "webhook_deliveries" FOR EACH ROW WHEN (NEW.dedupe_key IS NULL OR NEW.event_id LIKE 'test-%')
  EXECUTE FUNCTION audit_row('webhook_delivery', 'id', '{"endpoint_id":"plain","event_type":"plain","event_id":"plain","url":"plain","redelivery_of_id":"plain"}', 'true');
