-- AlterTable
ALTER TABLE "api_keys" ADD COLUMN     "kind" TEXT NOT NULL DEFAULT 'key',
ADD COLUMN     "user_id" INTEGER;

-- AlterTable
ALTER TABLE "calls" ADD COLUMN     "app_grant_id" INTEGER;

-- AlterTable
ALTER TABLE "campaigns" ADD COLUMN     "app_grant_id" INTEGER;

-- AlterTable
ALTER TABLE "messages" ADD COLUMN     "app_grant_id" INTEGER;

-- CreateTable
CREATE TABLE "app_grants" (
    "key_id" INTEGER NOT NULL,
    "workspace_id" INTEGER NOT NULL,
    "client_id" TEXT NOT NULL,
    "redirect_host" TEXT NOT NULL,
    "declined_scopes" TEXT[],
    "call_cap" INTEGER,
    "spend_cap_micros" BIGINT,
    "calls_used" INTEGER NOT NULL DEFAULT 0,
    "spent_micros" BIGINT NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "app_grants_pkey" PRIMARY KEY ("key_id")
);

-- CreateTable
CREATE TABLE "oauth_payloads" (
    "model" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "payload" JSONB NOT NULL,
    "grant_id" TEXT,
    "uid" TEXT,
    "expires_at" TIMESTAMPTZ(3),
    "consumed_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "oauth_payloads_pkey" PRIMARY KEY ("model","id")
);

-- CreateIndex
CREATE UNIQUE INDEX "app_grants_workspace_id_key_id_key" ON "app_grants"("workspace_id", "key_id");

-- CreateIndex
CREATE INDEX "oauth_payloads_grant_id_idx" ON "oauth_payloads"("grant_id");

-- CreateIndex
CREATE INDEX "oauth_payloads_uid_idx" ON "oauth_payloads"("uid");

-- CreateIndex
CREATE INDEX "oauth_payloads_expires_at_idx" ON "oauth_payloads"("expires_at");

-- CreateIndex
CREATE INDEX "api_keys_workspace_id_kind_id_idx" ON "api_keys"("workspace_id", "kind", "id" DESC);

-- CreateIndex
CREATE INDEX "api_keys_user_id_idx" ON "api_keys"("user_id");

-- AddForeignKey
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "app_grants" ADD CONSTRAINT "app_grants_workspace_id_key_id_fkey" FOREIGN KEY ("workspace_id", "key_id") REFERENCES "api_keys"("workspace_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "calls" ADD CONSTRAINT "calls_workspace_id_app_grant_id_fkey" FOREIGN KEY ("workspace_id", "app_grant_id") REFERENCES "app_grants"("workspace_id", "key_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "campaigns" ADD CONSTRAINT "campaigns_workspace_id_app_grant_id_fkey" FOREIGN KEY ("workspace_id", "app_grant_id") REFERENCES "app_grants"("workspace_id", "key_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "messages" ADD CONSTRAINT "messages_workspace_id_app_grant_id_fkey" FOREIGN KEY ("workspace_id", "app_grant_id") REFERENCES "app_grants"("workspace_id", "key_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- An app never places or spends more than its person allowed: a promise beyond it breaks the statement that makes it.
ALTER TABLE "app_grants"
  ADD CONSTRAINT "app_grants_call_cap_check" CHECK ("calls_used" >= 0 AND ("call_cap" IS NULL OR "calls_used" <= "call_cap")),
  ADD CONSTRAINT "app_grants_spend_cap_check" CHECK ("spent_micros" >= 0 AND ("spend_cap_micros" IS NULL OR "spent_micros" <= "spend_cap_micros"));

-- The audit log of what has got columns, and of the new table.
SELECT audit_table('api_keys', 'api_key', '{hash,last_used_at,created_by_id}');
SELECT audit_table('app_grants', 'connected_app', '{calls_used,spent_micros}', '{}', false, 'key_id');
SELECT audit_table('campaigns', 'campaign', '{waiting,dial_at,pace_at,resumed_at,app_grant_id}');
