ALTER TABLE "workspaces"
  ADD COLUMN "legal_name" TEXT NOT NULL DEFAULT '',
  ADD COLUMN "billing_address" TEXT NOT NULL DEFAULT '',
  ADD COLUMN "tax_id" TEXT NOT NULL DEFAULT '';
SELECT audit_table('workspaces', 'workspace');

CREATE TABLE "invoices" (
    "id" SERIAL NOT NULL,
    "workspace_id" INTEGER NOT NULL,
    "number" INTEGER NOT NULL,
    "month" TEXT NOT NULL,
    "customer" JSONB NOT NULL,
    "lines" JSONB NOT NULL,
    "opening_balance" BIGINT NOT NULL,
    "closing_balance" BIGINT NOT NULL,
    "currency" TEXT NOT NULL,
    "issued_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "invoices_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "invoices_workspace_id_id_key" ON "invoices"("workspace_id", "id");
CREATE UNIQUE INDEX "invoices_workspace_id_number_key" ON "invoices"("workspace_id", "number");
CREATE UNIQUE INDEX "invoices_workspace_id_month_key" ON "invoices"("workspace_id", "month");
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- An invoice never changes once it is issued.
CREATE TRIGGER "invoices_append_only" BEFORE UPDATE OR DELETE ON "invoices" FOR EACH ROW EXECUTE FUNCTION "refuse_change"();
SELECT audit_table('invoices', 'invoice', '{lines}');
