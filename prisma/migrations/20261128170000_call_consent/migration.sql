ALTER TABLE "workspaces" ADD COLUMN "call_consent" TEXT NOT NULL DEFAULT 'advise';
SELECT audit_table('workspaces', 'workspace');
