ALTER TABLE "workspaces" ADD COLUMN "disclosure" TEXT NOT NULL DEFAULT 'advise';
SELECT audit_table('workspaces', 'workspace');
