-- AlterTable
ALTER TABLE "provider_agents" ADD COLUMN     "webhook_version" INTEGER NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "provider_events" ADD COLUMN     "owner" TEXT;

-- AlterTable
ALTER TABLE "phone_numbers" ADD COLUMN     "webhook_versions" JSONB NOT NULL DEFAULT '{}';
-- AlterTable
ALTER TABLE "agent_versions" ADD COLUMN     "is_readdressing" BOOLEAN NOT NULL DEFAULT false;
