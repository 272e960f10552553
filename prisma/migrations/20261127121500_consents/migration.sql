-- What permits calls to a number. Facts are added and never changed, except that a revocation sets `revoked_at` once.
CREATE TABLE "consents" (
    "id" SERIAL NOT NULL,
    "workspace_id" INTEGER NOT NULL,
    "phone_number" TEXT NOT NULL,
    "basis" TEXT NOT NULL,
    "purpose" TEXT NOT NULL,
    "text" TEXT,
    "source" TEXT,
    "given_at" TIMESTAMPTZ(3),
    "evidence" TEXT,
    "expires_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),
    "fingerprint" TEXT NOT NULL,
    "import_id" INTEGER,
    "user_id" INTEGER,
    "api_key_id" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "consents_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "consents_workspace_id_id_key" ON "consents"("workspace_id", "id");
CREATE UNIQUE INDEX "consents_workspace_id_phone_number_fingerprint_key" ON "consents"("workspace_id", "phone_number", "fingerprint");
CREATE INDEX "consents_workspace_id_phone_number_id_idx" ON "consents"("workspace_id", "phone_number", "id" DESC);
ALTER TABLE "consents" ADD CONSTRAINT "consents_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- Consents that have ended, by when, for their retention.
CREATE INDEX consents_ended ON consents (least(revoked_at, expires_at)) WHERE revoked_at IS NOT NULL OR expires_at IS NOT NULL;

-- Consents of an import, for reverting it.
CREATE INDEX consents_import ON consents (workspace_id, import_id) WHERE import_id IS NOT NULL;

-- The audit log names what one request records or revokes. An import has an entry of its own.
CREATE TRIGGER audit AFTER INSERT ON consents FOR EACH ROW WHEN (NEW.import_id IS NULL)
  EXECUTE FUNCTION audit_row('consent', 'id', '{"phone_number":"plain","basis":"plain","purpose":"plain","given_at":"moment","expires_at":"moment"}', 'false');
CREATE TRIGGER audit_changes AFTER UPDATE OF revoked_at ON consents FOR EACH ROW
  EXECUTE FUNCTION audit_row('consent', 'id', '{"revoked_at":"moment"}', 'false');

CREATE FUNCTION count_consent_storage() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM add_storage(workspace_id, sum(octet_length(concat(text, source, evidence)))) FROM new_consents GROUP BY workspace_id;
  ELSIF TG_OP = 'DELETE' THEN
    PERFORM add_storage(workspace_id, -sum(octet_length(concat(text, source, evidence)))) FROM old_consents GROUP BY workspace_id;
  ELSE
    PERFORM add_storage(n.workspace_id, sum(octet_length(concat(n.text, n.source, n.evidence)) - octet_length(concat(o.text, o.source, o.evidence))))
    FROM old_consents o JOIN new_consents n USING (id) GROUP BY n.workspace_id;
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER storage_insert AFTER INSERT ON consents REFERENCING NEW TABLE AS new_consents FOR EACH STATEMENT EXECUTE FUNCTION count_consent_storage();
CREATE TRIGGER storage_update AFTER UPDATE ON consents REFERENCING OLD TABLE AS old_consents NEW TABLE AS new_consents FOR EACH STATEMENT EXECUTE FUNCTION count_consent_storage();
CREATE TRIGGER storage_delete AFTER DELETE ON consents REFERENCING OLD TABLE AS old_consents FOR EACH STATEMENT EXECUTE FUNCTION count_consent_storage();
