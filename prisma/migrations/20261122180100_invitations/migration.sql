-- AlterTable
ALTER TABLE "users" ADD COLUMN     "disabled_at" TIMESTAMPTZ(3),
ALTER COLUMN "password_hash" DROP NOT NULL;

-- CreateTable
CREATE TABLE "invitations" (
    "id" SERIAL NOT NULL,
    "workspace_id" INTEGER NOT NULL,
    "email" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "invited_by_id" INTEGER NOT NULL,
    "secret_hash" BYTEA NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "accepted_at" TIMESTAMPTZ(3),
    "accepted_by_id" INTEGER,
    "revoked_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "invitations_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "password_resets" (
    "id" SERIAL NOT NULL,
    "user_id" INTEGER NOT NULL,
    "secret_hash" BYTEA NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "password_resets_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "invitations_secret_hash_key" ON "invitations"("secret_hash");

-- CreateIndex
CREATE INDEX "invitations_invited_by_id_idx" ON "invitations"("invited_by_id");

-- CreateIndex
CREATE UNIQUE INDEX "invitations_workspace_id_id_key" ON "invitations"("workspace_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "password_resets_secret_hash_key" ON "password_resets"("secret_hash");

-- CreateIndex
CREATE INDEX "password_resets_user_id_idx" ON "password_resets"("user_id");

-- AddForeignKey
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_invited_by_id_fkey" FOREIGN KEY ("invited_by_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_accepted_by_id_fkey" FOREIGN KEY ("accepted_by_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "password_resets" ADD CONSTRAINT "password_resets_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- One open invitation an address; a newer one takes its place.
CREATE UNIQUE INDEX "invitations_open_idx" ON "invitations" ("workspace_id", "email") WHERE "accepted_at" IS NULL AND "revoked_at" IS NULL;

SELECT audit_table('invitations', 'invitation', '{accepted_by_id}');

-- The account's triggers again, now that it can be disabled.
CREATE OR REPLACE FUNCTION audit_person() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  person integer := CASE TG_TABLE_NAME WHEN 'users' THEN (to_jsonb(NEW)->>'id')::int ELSE (to_jsonb(NEW)->>'user_id')::int END;
  difference jsonb[];
  workspace integer;
BEGIN
  IF TG_TABLE_NAME = 'users' THEN
    difference := audit_difference('{"name":"plain","email":"plain","password_hash":"hidden","disabled_at":"moment"}', to_jsonb(OLD), to_jsonb(NEW));
    IF difference IS NULL THEN RETURN NULL; END IF;
  END IF;
  FOR workspace IN SELECT workspace_id FROM memberships WHERE user_id = person ORDER BY workspace_id LOOP
    IF TG_TABLE_NAME = 'users' THEN PERFORM audit_note(workspace, 'user', person::text, 'changed', difference[1], difference[2]);
    ELSE PERFORM audit_note(workspace, 'session', NULL, CASE TG_OP WHEN 'INSERT' THEN 'created' ELSE 'deleted' END, NULL, NULL, 1, person);
    END IF;
  END LOOP;
  RETURN NULL;
END $$;
DROP TRIGGER audit_changes ON users;
CREATE TRIGGER audit_changes AFTER UPDATE OF name, email, password_hash, disabled_at ON users FOR EACH ROW EXECUTE FUNCTION audit_person();

-- Members used to be added with a first password that the admin who added them saw. Where its person never chose another one, the
-- account loses it, and everything it opened: the server administrator makes a link to set a new one. Such an account is known by
-- the audit log, which says what made its first membership; one that is older than the log, by a membership that began with the
-- account in a workspace that did not.
SELECT set_config('callwright.by', '{"kind":"system","operation":"requirePasswordReset"}', true);
CREATE TEMPORARY TABLE shown_passwords AS
  SELECT u.id FROM users u
  WHERE NOT EXISTS (
    SELECT FROM audit_entries e WHERE e.subject = 'user' AND e.subject_id = u.id::text AND e.operation = 'changePassword' AND e.after ? 'password_hash')
  AND NOT EXISTS (
    SELECT FROM audit_entries e WHERE e.subject = 'member' AND e.subject_id = u.id::text AND e.change = 'created' AND e.operation IN ('signUp', 'workspace create'))
  AND (EXISTS (
      SELECT FROM audit_entries e WHERE e.subject = 'member' AND e.subject_id = u.id::text AND e.change = 'created' AND e.operation = 'addMember'
        AND e.created_at BETWEEN u.created_at - interval '1 minute' AND u.created_at + interval '1 minute')
    OR EXISTS (
      SELECT FROM memberships m JOIN workspaces w ON w.id = m.workspace_id
      WHERE m.user_id = u.id AND m.created_at < u.created_at + interval '1 minute' AND w.created_at < u.created_at - interval '1 second'
        AND NOT EXISTS (SELECT FROM audit_entries e WHERE e.subject = 'member' AND e.subject_id = u.id::text)));
UPDATE users SET password_hash = NULL WHERE id IN (SELECT id FROM shown_passwords);
UPDATE sessions SET revoked_at = now() WHERE revoked_at IS NULL AND user_id IN (SELECT id FROM shown_passwords);
UPDATE api_keys SET revoked_at = now() WHERE kind <> 'key' AND revoked_at IS NULL AND user_id IN (SELECT id FROM shown_passwords);
DROP TABLE shown_passwords;
