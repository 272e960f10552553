-- Wishes not to be called again, as proof: one row a call.
CREATE TABLE "opt_outs" (
    "id" SERIAL NOT NULL,
    "workspace_id" INTEGER NOT NULL,
    "call_id" INTEGER,
    "phone_number" TEXT NOT NULL,
    "sentence" TEXT,
    "heard_by" TEXT NOT NULL,
    "said_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "undone_at" TIMESTAMPTZ(3),
    "undone_by" TEXT,

    CONSTRAINT "opt_outs_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "opt_outs_workspace_id_phone_number_idx" ON "opt_outs"("workspace_id", "phone_number");
CREATE INDEX "opt_outs_workspace_id_id_idx" ON "opt_outs"("workspace_id", "id" DESC);
CREATE UNIQUE INDEX "opt_outs_workspace_id_call_id_key" ON "opt_outs"("workspace_id", "call_id");
ALTER TABLE "opt_outs" ADD CONSTRAINT "opt_outs_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "opt_outs" ADD CONSTRAINT "opt_outs_workspace_id_call_id_fkey" FOREIGN KEY ("workspace_id", "call_id") REFERENCES "calls"("workspace_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;
-- Only an undo by a member has an entry, without data of the contact.
SELECT audit_table('opt_outs', 'opt_out', '{phone_number,sentence,heard_by,said_at,undone_by}', '{}', true);
