-- CreateTable
CREATE TABLE "idempotency_keys" (
    "workspace_id" INTEGER NOT NULL,
    "api_key_id" INTEGER NOT NULL,
    "key" TEXT NOT NULL,
    "method" TEXT NOT NULL,
    "path" TEXT NOT NULL,
    "body_hash" BYTEA NOT NULL,
    "attempt" UUID NOT NULL,
    "effect" JSONB,
    "status" INTEGER,
    "body" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "idempotency_keys_pkey" PRIMARY KEY ("workspace_id","api_key_id","key","method","path")
);

-- CreateIndex
CREATE INDEX "idempotency_keys_created_at_idx" ON "idempotency_keys"("created_at");
