ALTER TABLE "workspaces" ADD COLUMN "call_timing" TEXT NOT NULL DEFAULT 'advise';
SELECT audit_table('workspaces', 'workspace');
ALTER TABLE "call_details" ADD COLUMN "timing_advisory" JSONB;
