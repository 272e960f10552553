-- AlterTable
ALTER TABLE "call_details" ADD COLUMN     "cost_lines" JSONB NOT NULL DEFAULT '[]';

-- AlterTable
ALTER TABLE "wallets" ADD COLUMN     "low_balance_micros" BIGINT NOT NULL DEFAULT 5000000;

-- AlterTable
ALTER TABLE "workspaces" ADD COLUMN     "included_minutes" INTEGER;

-- CreateTable
CREATE TABLE "notices" (
    "id" SERIAL NOT NULL,
    "workspace_id" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "data" JSONB NOT NULL,
    "raised_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "cleared_at" TIMESTAMPTZ(3),
    "dismissed_at" TIMESTAMPTZ(3),

    CONSTRAINT "notices_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "usage_periods" (
    "workspace_id" INTEGER NOT NULL,
    "period_start" TIMESTAMPTZ(3) NOT NULL,
    "seconds" INTEGER NOT NULL,
    "calls" INTEGER NOT NULL,

    CONSTRAINT "usage_periods_pkey" PRIMARY KEY ("workspace_id","period_start")
);

-- CreateIndex
CREATE INDEX "notices_workspace_id_id_idx" ON "notices"("workspace_id", "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "notices_workspace_id_id_key" ON "notices"("workspace_id", "id");

-- AddForeignKey
ALTER TABLE "notices" ADD CONSTRAINT "notices_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "usage_periods" ADD CONSTRAINT "usage_periods_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What the schema language cannot say.

-- Of one kind one notice stands at a time: it is raised once, and again only after it was cleared.
CREATE UNIQUE INDEX "notices_standing_kind_key" ON "notices"("workspace_id", "kind") WHERE "cleared_at" IS NULL;

ALTER TABLE "usage_periods" ADD CONSTRAINT "usage_periods_check" CHECK ("seconds" >= 0 AND "calls" >= 0);
ALTER TABLE "wallets" ADD CONSTRAINT "wallets_low_balance_check" CHECK ("low_balance_micros" >= 0);
ALTER TABLE "workspaces" ADD CONSTRAINT "workspaces_included_minutes_check" CHECK ("included_minutes" >= 0);
