-- AlterTable
ALTER TABLE "agents" ADD COLUMN     "default_variables" JSON NOT NULL DEFAULT '{}';

-- A trigger names the columns it watches.
SELECT audit_table('agents', 'agent', '{published,published_config}');
