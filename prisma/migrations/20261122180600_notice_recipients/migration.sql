-- CreateTable
CREATE TABLE "notice_recipients" (
    "id" SERIAL NOT NULL,
    "workspace_id" INTEGER NOT NULL,
    "address" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'pending',
    "asked_at" TIMESTAMPTZ(3),
    "error" TEXT,
    "confirmed_at" TIMESTAMPTZ(3),
    "unsubscribed_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "notice_recipients_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "notice_recipients_address_asked_at_idx" ON "notice_recipients"("address", "asked_at");

-- CreateIndex
CREATE INDEX "notice_recipients_asked_at_idx" ON "notice_recipients"("asked_at");

-- CreateIndex
CREATE UNIQUE INDEX "notice_recipients_workspace_id_id_key" ON "notice_recipients"("workspace_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "notice_recipients_workspace_id_address_key" ON "notice_recipients"("workspace_id", "address");

-- CreateIndex
CREATE INDEX "notice_mails_created_at_idx" ON "notice_mails"("created_at");

-- AddForeignKey
ALTER TABLE "notice_recipients" ADD CONSTRAINT "notice_recipients_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- Addresses named before are unconfirmed: each is asked when the next alert would have gone there.
INSERT INTO "notice_recipients" ("workspace_id", "address")
SELECT DISTINCT "workspace_id", unnest("emails") FROM "notice_settings"
ON CONFLICT DO NOTHING;
