-- AlterTable
ALTER TABLE "workspaces" ADD COLUMN     "lead_file_retention_days" INTEGER NOT NULL DEFAULT 7;

-- CreateTable
CREATE TABLE "workspace_storage" (
    "workspace_id" INTEGER NOT NULL,
    "bytes" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "workspace_storage_pkey" PRIMARY KEY ("workspace_id")
);

-- AddForeignKey
ALTER TABLE "workspace_storage" ADD CONSTRAINT "workspace_storage_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- Every way to write or delete counts. The argument is the size of a row, which is $1.
CREATE FUNCTION count_storage() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  size_of text := format('select coalesce(%s, 0)::bigint', TG_ARGV[0]);
  before bigint := 0;
  after bigint := 0;
  workspace int := CASE WHEN TG_OP = 'DELETE' THEN OLD.workspace_id ELSE NEW.workspace_id END;
BEGIN
  IF TG_OP <> 'INSERT' THEN EXECUTE size_of INTO before USING OLD; END IF;
  IF TG_OP <> 'DELETE' THEN EXECUTE size_of INTO after USING NEW; END IF;
  IF workspace IS NOT NULL AND after <> before THEN
    INSERT INTO workspace_storage AS s (workspace_id, bytes) VALUES (workspace, after - before)
    ON CONFLICT (workspace_id) DO UPDATE SET bytes = s.bytes + excluded.bytes;
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER storage AFTER INSERT OR DELETE OR UPDATE OF bytes ON knowledge_documents
  FOR EACH ROW EXECUTE FUNCTION count_storage('($1).bytes');
CREATE TRIGGER storage AFTER INSERT OR DELETE OR UPDATE OF body ON documents
  FOR EACH ROW EXECUTE FUNCTION count_storage('octet_length(($1).body)');
CREATE TRIGGER storage AFTER INSERT OR DELETE OR UPDATE OF content ON lead_imports
  FOR EACH ROW EXECUTE FUNCTION count_storage('octet_length(($1).content)');
CREATE TRIGGER storage AFTER INSERT OR DELETE OR UPDATE ON agents
  FOR EACH ROW EXECUTE FUNCTION count_storage('octet_length(to_jsonb($1)::text)');
CREATE TRIGGER storage AFTER INSERT OR DELETE ON agent_versions
  FOR EACH ROW EXECUTE FUNCTION count_storage('octet_length(($1).fields::text) + octet_length(($1).config::text)');

INSERT INTO workspace_storage (workspace_id, bytes)
SELECT id,
  (SELECT coalesce(sum(bytes), 0) FROM knowledge_documents WHERE workspace_id = w.id)
  + (SELECT coalesce(sum(octet_length(body)), 0) FROM documents WHERE workspace_id = w.id)
  + (SELECT coalesce(sum(octet_length(content)), 0) FROM lead_imports WHERE workspace_id = w.id)
  + (SELECT coalesce(sum(octet_length(to_jsonb(a)::text)), 0) FROM agents a WHERE workspace_id = w.id)
  + (SELECT coalesce(sum(octet_length(fields::text) + octet_length(config::text)), 0) FROM agent_versions WHERE workspace_id = w.id)
FROM workspaces w;

-- Files that may come of age.
CREATE INDEX lead_imports_files ON lead_imports (id) WHERE content IS NOT NULL;
