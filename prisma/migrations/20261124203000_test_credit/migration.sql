-- To find the workspaces with test credit in a ledger of any length.
CREATE INDEX "ledger_entries_test_credit_idx" ON "ledger_entries"("workspace_id") WHERE "type" = 'test_credit';
-- The audit log lists what changes the balance other than calls and messages.
DROP TRIGGER audit ON "ledger_entries";
CREATE TRIGGER audit AFTER INSERT ON "ledger_entries" FOR EACH ROW WHEN (NEW.type IN ('credit', 'debit', 'test_credit'))
  EXECUTE FUNCTION audit_row('ledger_entry', 'id', '{"type":"plain","ref":"plain","amount":"money","balance":"money","reason":"plain"}', 'false');
