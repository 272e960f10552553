-- A statement by itself says in its setting `callwright.storage_limits` what each plan may store, and the trigger that counts what it adds refuses it.
CREATE FUNCTION require_storage_room(workspace int, limits jsonb) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  used bigint;
  permitted bigint;
BEGIN
  IF coalesce(nullif(current_setting('callwright.stored', true), ''), '0')::bigint <= 0 THEN RETURN; END IF;
  SELECT coalesce(s.bytes, 0), coalesce(limits ->> w.plan, limits ->> 'free')::bigint INTO used, permitted
  FROM workspaces w LEFT JOIN workspace_storage s ON s.workspace_id = w.id WHERE w.id = workspace;
  IF used > permitted THEN
    RAISE EXCEPTION 'The storage of workspace % is full', workspace
      USING ERRCODE = 'check_violation', CONSTRAINT = 'workspace_storage_limit', DETAIL = json_build_object('used', used, 'limit', permitted);
  END IF;
END $$;

CREATE OR REPLACE FUNCTION add_storage(workspace int, change bigint) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  limits text := nullif(current_setting('callwright.storage_limits', true), '');
BEGIN
  IF workspace IS NULL OR change = 0 THEN RETURN; END IF;
  INSERT INTO workspace_storage AS s (workspace_id, bytes) VALUES (workspace, change)
  ON CONFLICT (workspace_id) DO UPDATE SET bytes = s.bytes + excluded.bytes;
  PERFORM set_config('callwright.stored', (coalesce(nullif(current_setting('callwright.stored', true), ''), '0')::bigint + change)::text, true);
  IF limits IS NOT NULL THEN PERFORM require_storage_room(workspace, limits::jsonb); END IF;
END $$;
