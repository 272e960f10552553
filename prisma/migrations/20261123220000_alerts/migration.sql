-- The tables get the name that the API and the dashboard use: alerts.
ALTER TABLE "notices" RENAME TO "alerts";
ALTER TABLE "notice_settings" RENAME TO "alert_settings";
ALTER TABLE "notice_mails" RENAME TO "alert_emails";
ALTER TABLE "notice_recipients" RENAME TO "alert_recipients";
ALTER TABLE "alert_emails" RENAME COLUMN "notice_id" TO "alert_id";
ALTER SEQUENCE "notices_id_seq" RENAME TO "alerts_id_seq";
ALTER SEQUENCE "notice_mails_id_seq" RENAME TO "alert_emails_id_seq";
ALTER SEQUENCE "notice_recipients_id_seq" RENAME TO "alert_recipients_id_seq";
ALTER TABLE "alerts" RENAME CONSTRAINT "notices_pkey" TO "alerts_pkey";
ALTER TABLE "alerts" RENAME CONSTRAINT "notices_workspace_id_fkey" TO "alerts_workspace_id_fkey";
ALTER TABLE "alert_settings" RENAME CONSTRAINT "notice_settings_pkey" TO "alert_settings_pkey";
ALTER TABLE "alert_settings" RENAME CONSTRAINT "notice_settings_workspace_id_fkey" TO "alert_settings_workspace_id_fkey";
ALTER TABLE "alert_emails" RENAME CONSTRAINT "notice_mails_pkey" TO "alert_emails_pkey";
ALTER TABLE "alert_emails" RENAME CONSTRAINT "notice_mails_workspace_id_notice_id_fkey" TO "alert_emails_workspace_id_alert_id_fkey";
ALTER TABLE "alert_recipients" RENAME CONSTRAINT "notice_recipients_pkey" TO "alert_recipients_pkey";
ALTER TABLE "alert_recipients" RENAME CONSTRAINT "notice_recipients_workspace_id_fkey" TO "alert_recipients_workspace_id_fkey";
ALTER INDEX "notices_workspace_id_id_idx" RENAME TO "alerts_workspace_id_id_idx";
ALTER INDEX "notices_workspace_id_id_key" RENAME TO "alerts_workspace_id_id_key";
ALTER INDEX "notice_mails_workspace_id_id_idx" RENAME TO "alert_emails_workspace_id_id_idx";
ALTER INDEX "notice_mails_counted_idx" RENAME TO "alert_emails_counted_idx";
ALTER INDEX "notice_mails_created_at_idx" RENAME TO "alert_emails_created_at_idx";
ALTER INDEX "notice_recipients_address_asked_at_idx" RENAME TO "alert_recipients_address_asked_at_idx";
ALTER INDEX "notice_recipients_asked_at_idx" RENAME TO "alert_recipients_asked_at_idx";
ALTER INDEX "notice_recipients_workspace_id_id_key" RENAME TO "alert_recipients_workspace_id_id_key";
ALTER INDEX "notice_recipients_workspace_id_address_key" RENAME TO "alert_recipients_workspace_id_address_key";
ALTER INDEX "notice_mails_notice_id_address_key" RENAME TO "alert_emails_alert_id_address_key";
ALTER INDEX "notices_standing_kind_key" RENAME TO "alerts_open_kind_key";

-- Audit entries name what changed. They are append-only, so the rule is suspended for the rename.
DROP TRIGGER audit_changes ON "alerts";
CREATE TRIGGER audit_changes AFTER UPDATE OF dismissed_at ON "alerts" FOR EACH ROW
  EXECUTE FUNCTION audit_row('alert', 'id', '{"dismissed_at":"moment"}', 'true');
SELECT audit_table('alert_settings', 'alert_settings', '{}', '{}', false, 'workspace_id');
ALTER TABLE "audit_entries" DISABLE TRIGGER audit_entries_append_only;
UPDATE "audit_entries" SET "subject" = replace("subject", 'notice', 'alert') WHERE "subject" IN ('notice', 'notice_settings');
ALTER TABLE "audit_entries" ENABLE TRIGGER audit_entries_append_only;

-- Jobs that wait are found by their new names. A new database gets its job tables after the migrations.
DO $$ BEGIN
  IF to_regclass('graphile_worker._private_tasks') IS NOT NULL THEN
    UPDATE graphile_worker._private_tasks SET identifier = 'alertEmails.send' WHERE identifier = 'noticeMails.send';
    UPDATE graphile_worker._private_tasks SET identifier = 'alertRecipients.ask' WHERE identifier = 'noticeRecipients.ask';
  END IF;
END $$;
