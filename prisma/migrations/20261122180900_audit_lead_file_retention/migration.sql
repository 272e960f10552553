-- Defines the trigger again, so that it covers how long files of leads are kept.
SELECT audit_table('workspaces', 'workspace');
