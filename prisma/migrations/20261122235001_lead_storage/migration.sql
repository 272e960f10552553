-- What leads are kept with counts like everything else that a workspace keeps; leads that were taken out of their campaign do not. A statement
-- writes thousands of leads, so it is counted once.
CREATE FUNCTION count_lead_storage() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO workspace_storage AS s (workspace_id, bytes)
    SELECT workspace_id, sum(octet_length(data::text) - 2) FROM new_leads WHERE deleted_at IS NULL GROUP BY workspace_id HAVING sum(octet_length(data::text) - 2) <> 0
    ON CONFLICT (workspace_id) DO UPDATE SET bytes = s.bytes + excluded.bytes;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO workspace_storage AS s (workspace_id, bytes)
    SELECT workspace_id, -sum(octet_length(data::text) - 2) FROM old_leads WHERE deleted_at IS NULL GROUP BY workspace_id HAVING sum(octet_length(data::text) - 2) <> 0
    ON CONFLICT (workspace_id) DO UPDATE SET bytes = s.bytes + excluded.bytes;
  ELSE
    INSERT INTO workspace_storage AS s (workspace_id, bytes)
    SELECT workspace_id, sum(change) FROM (
      SELECT n.workspace_id,
        CASE WHEN n.deleted_at IS NULL THEN octet_length(n.data::text) - 2 ELSE 0 END - CASE WHEN o.deleted_at IS NULL THEN octet_length(o.data::text) - 2 ELSE 0 END AS change
      FROM old_leads o JOIN new_leads n USING (id)) rows
    GROUP BY workspace_id HAVING sum(change) <> 0
    ON CONFLICT (workspace_id) DO UPDATE SET bytes = s.bytes + excluded.bytes;
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER storage_insert AFTER INSERT ON leads REFERENCING NEW TABLE AS new_leads FOR EACH STATEMENT EXECUTE FUNCTION count_lead_storage();
CREATE TRIGGER storage_update AFTER UPDATE ON leads REFERENCING OLD TABLE AS old_leads NEW TABLE AS new_leads FOR EACH STATEMENT EXECUTE FUNCTION count_lead_storage();
CREATE TRIGGER storage_delete AFTER DELETE ON leads REFERENCING OLD TABLE AS old_leads FOR EACH STATEMENT EXECUTE FUNCTION count_lead_storage();

INSERT INTO workspace_storage AS s (workspace_id, bytes)
SELECT workspace_id, sum(octet_length(data::text) - 2) FROM leads WHERE deleted_at IS NULL GROUP BY workspace_id
ON CONFLICT (workspace_id) DO UPDATE SET bytes = s.bytes + excluded.bytes;
