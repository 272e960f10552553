-- AlterTable
ALTER TABLE "agent_versions" ADD COLUMN     "attempt" INTEGER NOT NULL DEFAULT 1;

-- AlterTable
ALTER TABLE "knowledge_base_syncs" ADD COLUMN     "attempt" INTEGER NOT NULL DEFAULT 1;

-- AlterTable
ALTER TABLE "reports" ADD COLUMN     "lease_until" TIMESTAMPTZ(3);

-- Who works on a row is not in the audit log.
SELECT audit_table('agent_versions', 'agent_version', '{fields,config,provider_agent,owner,lease_until,attempt,user_id,api_key_id,is_readdressing}');
SELECT audit_table('reports', 'report', '{rows_processed,rows_total,bytes,attempt,file_key,error,owner,lease_until,user_id,api_key_id,finished_at,expires_at}', '{}', true);
