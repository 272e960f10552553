-- What a transaction adds to what a workspace keeps is said in its setting `callwright.stored`: only what grows is refused for want of room. And what
-- is kept of a lead that was taken out of its campaign counts, too.
LOCK TABLE leads, agents IN SHARE ROW EXCLUSIVE MODE;

-- Nothing shows any more what leads that were never called were to be called with.
UPDATE leads SET data = '{}' WHERE deleted_at IS NOT NULL AND attempts = 0 AND last_call_id IS NULL AND data::text <> '{}';

CREATE FUNCTION add_storage(workspace int, change bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF workspace IS NULL OR change = 0 THEN RETURN; END IF;
  INSERT INTO workspace_storage AS s (workspace_id, bytes) VALUES (workspace, change)
  ON CONFLICT (workspace_id) DO UPDATE SET bytes = s.bytes + excluded.bytes;
  PERFORM set_config('callwright.stored', (coalesce(nullif(current_setting('callwright.stored', true), ''), '0')::bigint + change)::text, true);
END $$;

CREATE OR REPLACE FUNCTION count_storage() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  size_of text := format('select coalesce(%s, 0)::bigint', TG_ARGV[0]);
  before bigint := 0;
  after bigint := 0;
BEGIN
  IF TG_OP <> 'INSERT' THEN EXECUTE size_of INTO before USING OLD; END IF;
  IF TG_OP <> 'DELETE' THEN EXECUTE size_of INTO after USING NEW; END IF;
  PERFORM add_storage(CASE WHEN TG_OP = 'DELETE' THEN OLD.workspace_id ELSE NEW.workspace_id END, after - before);
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION count_lead_storage() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM add_storage(workspace_id, sum(octet_length(data::text) - 2)) FROM new_leads GROUP BY workspace_id;
  ELSIF TG_OP = 'DELETE' THEN
    PERFORM add_storage(workspace_id, -sum(octet_length(data::text) - 2)) FROM old_leads GROUP BY workspace_id;
  ELSE
    PERFORM add_storage(n.workspace_id, sum(octet_length(n.data::text) - octet_length(o.data::text))) FROM old_leads o JOIN new_leads n USING (id) GROUP BY n.workspace_id;
  END IF;
  RETURN NULL;
END $$;

INSERT INTO workspace_storage AS s (workspace_id, bytes)
SELECT workspace_id, sum(octet_length(data::text) - 2) FROM leads WHERE deleted_at IS NOT NULL GROUP BY workspace_id
ON CONFLICT (workspace_id) DO UPDATE SET bytes = s.bytes + excluded.bytes;

-- An agent that is switched off, records nothing any more, or was written at a longer moment has not grown.
UPDATE workspace_storage s SET bytes = s.bytes - a.less FROM (
  SELECT workspace_id, sum(octet_length(to_jsonb(agents)::text) - octet_length((to_jsonb(agents) - '{is_active,recording_enabled,updated_at}'::text[])::text)) AS less
  FROM agents GROUP BY workspace_id) a WHERE a.workspace_id = s.workspace_id;
DROP TRIGGER storage ON agents;
CREATE TRIGGER storage AFTER INSERT OR DELETE OR UPDATE ON agents
  FOR EACH ROW EXECUTE FUNCTION count_storage('octet_length((to_jsonb($1) - ''{is_active,recording_enabled,updated_at}''::text[])::text)');
