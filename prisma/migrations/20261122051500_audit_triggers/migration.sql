-- The audit log: triggers write an entry for every change in the transaction that makes it, so that no service can forget it.
-- Who asked is in the transaction's setting `callwright.by` (`src/auditing.ts`); without one it was the system itself.
--
-- A new table that somebody configures gets its triggers by `SELECT audit_table(…)`, and so does an old one again that has got
-- a column. `id`, `workspace_id`, `created_at` and `updated_at` are never part of an entry; `ignored` are the columns that only
-- the system writes, `hidden` those whose values must not be shown (bytea never is). Of a table that the system writes all the
-- time, `asked` leaves out what nobody asked for. `test/services/auditColumns.test.ts` holds every column against this.

CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- Who asked; null when nobody did.
CREATE FUNCTION audit_by() RETURNS jsonb LANGUAGE sql STABLE AS $$ SELECT nullif(current_setting('callwright.by', true), '')::jsonb $$;

-- Whether somebody asked, rather than the system itself.
CREATE FUNCTION audit_asked() RETURNS boolean LANGUAGE sql STABLE AS $$ SELECT coalesce(audit_by()->>'kind', 'system') <> 'system' $$;

CREATE FUNCTION audit_note(workspace integer, subject text, subject_id text, change text, before jsonb, after jsonb, count integer DEFAULT 1, session_of integer DEFAULT NULL)
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  said jsonb := audit_by();
  kind text := coalesce(said->>'kind', 'system');
  who integer := (said->>'userId')::int;
BEGIN
  -- Whoever begins or ends a session has proved to be its person.
  IF kind = 'nobody' AND session_of IS NOT NULL THEN
    kind := 'user';
    who := session_of;
  END IF;
  INSERT INTO audit_entries (workspace_id, actor_kind, user_id, api_key_id, actor_name, operation, subject, subject_id, change, before, after, count, address, request_id)
  VALUES (workspace, kind, who, (said->>'apiKeyId')::int,
    coalesce(said->>'name', (SELECT email FROM users WHERE id = who), (SELECT name FROM api_keys WHERE id = (said->>'apiKeyId')::int)),
    said->>'operation', audit_note.subject, audit_note.subject_id, audit_note.change, audit_note.before, audit_note.after, audit_note.count,
    said->>'address', said->>'requestId');
END $$;

-- JSON without what its names say is secret, such as the headers that a tool sends.
CREATE FUNCTION audit_masked(value jsonb, is_secret boolean DEFAULT false) RETURNS jsonb LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  CASE jsonb_typeof(value)
    WHEN 'object' THEN
      RETURN coalesce((SELECT jsonb_object_agg(key, audit_masked(part, is_secret
        OR (key ~* 'secret|passw|token|authorization|api_?key|credential|^headers$' AND key !~* 'max_?tokens'))) FROM jsonb_each(value) AS parts(key, part)), '{}');
    WHEN 'array' THEN
      RETURN coalesce((SELECT jsonb_agg(audit_masked(part, is_secret) ORDER BY place) FROM jsonb_array_elements(value) WITH ORDINALITY AS parts(part, place)), '[]');
    WHEN 'null' THEN RETURN value;
    ELSE RETURN CASE WHEN is_secret THEN '"hidden"' ELSE value END;
  END CASE;
END $$;

-- A value as it is shown; text beyond 2,000 characters is cut.
CREATE FUNCTION audit_value(kind text, value jsonb) RETURNS jsonb LANGUAGE plpgsql STABLE AS $$
DECLARE
  micros bigint;
  shown text;
BEGIN
  IF value IS NULL OR value = 'null' THEN RETURN value; END IF;
  IF kind = 'hidden' THEN RETURN '"hidden"'; END IF;
  IF kind = 'moment' THEN RETURN to_jsonb(to_char((value #>> '{}')::timestamptz AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')); END IF;
  IF kind = 'money' THEN
    micros := (value #>> '{}')::bigint;
    RETURN to_jsonb(CASE WHEN micros < 0 THEN '-' ELSE '' END || abs(micros) / 1000000 || '.' || regexp_replace(lpad((abs(micros) % 1000000)::text, 6, '0'), '0{1,2}$', ''));
  END IF;
  IF jsonb_typeof(value) IN ('object', 'array') THEN value := audit_masked(value); END IF;
  -- Addresses may carry a password, or a key among their parameters.
  IF value::text ~ '://' THEN
    value := regexp_replace(regexp_replace(value::text, '(://)[^/\s"\\@]+@', '\1hidden@', 'g'),
      '([?&][^=&#\s"\\]*(?:secret|passw|token|key|sig)[^=&#\s"\\]*=)[^&#\s"\\]+', '\1hidden', 'gi')::jsonb;
  END IF;
  shown := value #>> '{}';
  IF length(shown) <= 2000 THEN RETURN value; END IF;
  RETURN to_jsonb(left(shown, 2000) || '… (' || length(shown) || ' characters)');
END $$;

-- What changed of these columns, `[before, after]`; null when nothing did. `columns` says how each is shown.
CREATE FUNCTION audit_difference(columns jsonb, old_row jsonb, new_row jsonb) RETURNS jsonb[] LANGUAGE plpgsql STABLE AS $$
DECLARE
  name text;
  kind text;
  label text;
  was jsonb;
  is_now jsonb;
  before jsonb := '{}';
  after jsonb := '{}';
BEGIN
  FOR name, kind IN SELECT * FROM jsonb_each_text(columns) LOOP
    was := coalesce(old_row->name, 'null');
    is_now := coalesce(new_row->name, 'null');
    CONTINUE WHEN was = is_now;
    label := CASE WHEN kind = 'money' THEN regexp_replace(name, '_micros$', '') ELSE name END;
    IF old_row IS NOT NULL THEN before := before || jsonb_build_object(label, audit_value(kind, was)); END IF;
    IF new_row IS NOT NULL THEN
      after := after || jsonb_build_object(label, CASE
        WHEN kind = 'hidden' AND is_now <> 'null' THEN to_jsonb(CASE WHEN was = 'null' THEN 'set' ELSE 'changed' END)
        ELSE audit_value(kind, is_now) END);
    END IF;
  END LOOP;
  IF before = '{}' AND after = '{}' AND old_row IS NOT NULL AND new_row IS NOT NULL THEN RETURN NULL; END IF;
  RETURN ARRAY[CASE WHEN old_row IS NOT NULL THEN before END, CASE WHEN new_row IS NOT NULL THEN after END];
END $$;

-- Arguments: the subject, the column of its id, how each column is shown, and whether only what somebody asked for counts.
CREATE FUNCTION audit_row() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  old_row jsonb;
  new_row jsonb;
  any_row jsonb;
  workspace integer;
  difference jsonb[];
BEGIN
  IF TG_ARGV[3]::boolean AND NOT audit_asked() THEN RETURN NULL; END IF;
  IF TG_OP <> 'INSERT' THEN old_row := to_jsonb(OLD); END IF;
  IF TG_OP <> 'DELETE' THEN new_row := to_jsonb(NEW); END IF;
  any_row := coalesce(new_row, old_row);
  workspace := any_row->>CASE WHEN TG_TABLE_NAME = 'workspaces' THEN 'id' ELSE 'workspace_id' END;
  difference := audit_difference(TG_ARGV[2]::jsonb, old_row, new_row);
  IF workspace IS NULL OR difference IS NULL THEN RETURN NULL; END IF;
  PERFORM audit_note(workspace, TG_ARGV[0], any_row->>TG_ARGV[1],
    CASE TG_OP WHEN 'INSERT' THEN 'created' WHEN 'UPDATE' THEN 'changed' ELSE 'deleted' END, difference[1], difference[2]);
  RETURN NULL;
END $$;

CREATE FUNCTION audit_table(name regclass, subject text, ignored text[] DEFAULT '{}', hidden text[] DEFAULT '{}', asked boolean DEFAULT false, id text DEFAULT 'id')
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  columns jsonb;
  changing text;
  called text;
BEGIN
  SELECT jsonb_object_agg(attname, CASE
      WHEN attname = ANY (hidden) OR atttypid = 'bytea'::regtype THEN 'hidden'
      WHEN atttypid = 'int8'::regtype THEN 'money'
      WHEN atttypid = 'timestamptz'::regtype THEN 'moment'
      ELSE 'plain' END),
    string_agg(quote_ident(attname), ', ')
  INTO columns, changing
  FROM pg_attribute
  WHERE attrelid = name AND attnum > 0 AND NOT attisdropped AND attname <> ALL (ignored || ARRAY['id', 'workspace_id', 'created_at', 'updated_at']);
  called := format('audit_row(%L, %L, %L, %L)', subject, id, columns, asked);
  EXECUTE format('DROP TRIGGER IF EXISTS audit ON %s', name);
  EXECUTE format('DROP TRIGGER IF EXISTS audit_changes ON %s', name);
  EXECUTE format('CREATE TRIGGER audit AFTER INSERT OR DELETE ON %s FOR EACH ROW EXECUTE FUNCTION %s', name, called);
  EXECUTE format('CREATE TRIGGER audit_changes AFTER UPDATE OF %s ON %s FOR EACH ROW EXECUTE FUNCTION %s', changing, name, called);
END $$;

SELECT audit_table('agents', 'agent', '{published,published_config}');
SELECT audit_table('agent_versions', 'agent_version', '{fields,config,provider_agent,owner,lease_until,user_id,api_key_id}');
SELECT audit_table('api_keys', 'api_key', '{hash,last_used_at,created_by_id}');
SELECT audit_table('campaigns', 'campaign', '{waiting,dial_at,pace_at,resumed_at}');
SELECT audit_table('campaign_proposals', 'campaign_proposal', '{summary}');
SELECT audit_table('carrier_connections', 'carrier_connection', '{key_id,hook_hash,hook_seen_at,verified_at,sms_missing}');
SELECT audit_table('dnc_entries', 'dnc_entry');
SELECT audit_table('documents', 'document', '{plain,words,checksum,user_id}');
SELECT audit_table('erasures', 'erasure', '{state,counts,user_id,api_key_id,finished_at}', '{phone_number}', true);
SELECT audit_table('knowledge_bases', 'knowledge_base', '{version}');
SELECT audit_table('knowledge_documents', 'knowledge_document', '{bytes}');
SELECT audit_table('lead_imports', 'lead_import', '{content,errors,done,error,user_id,api_key_id}', '{}', true);
SELECT audit_table('memberships', 'member', '{}', '{}', false, 'user_id');
SELECT audit_table('messaging_settings', 'messaging_settings', '{}', '{}', false, 'workspace_id');
SELECT audit_table('notice_settings', 'notice_settings', '{}', '{}', false, 'workspace_id');
SELECT audit_table('phone_numbers', 'phone_number', '{provider_numbers,setup,carrier_number_id,trunk_key_id,sms_ready,sms_missing}');
SELECT audit_table('reports', 'report', '{rows_done,rows_total,bytes,attempt,file_key,error,owner,user_id,api_key_id,finished_at,expires_at}', '{}', true);
SELECT audit_table('webhook_settings', 'webhook_settings', '{}', '{}', false, 'workspace_id');
SELECT audit_table('workspaces', 'workspace');

-- What the system writes all the time: only what matters of it, so that nothing else costs anything.
CREATE TRIGGER audit AFTER INSERT ON calls FOR EACH ROW WHEN (current_setting('callwright.by', true) <> '')
  EXECUTE FUNCTION audit_row('call', 'id', '{"agent_id":"plain","number_id":"plain","campaign_id":"plain","lead_id":"plain","country":"plain"}', 'true');
CREATE TRIGGER audit_changes AFTER UPDATE OF end_requested_at, recording_deleted_at ON calls FOR EACH ROW
  WHEN (OLD.end_requested_at IS DISTINCT FROM NEW.end_requested_at OR OLD.recording_deleted_at IS DISTINCT FROM NEW.recording_deleted_at)
  EXECUTE FUNCTION audit_row('call', 'id', '{"end_requested_at":"moment","recording_deleted_at":"moment"}', 'true');
CREATE TRIGGER audit AFTER INSERT ON messages FOR EACH ROW WHEN (current_setting('callwright.by', true) <> '')
  EXECUTE FUNCTION audit_row('message', 'id', '{"conversation_id":"plain","number_id":"plain","source":"plain"}', 'true');
CREATE TRIGGER audit AFTER INSERT ON webhook_deliveries FOR EACH ROW WHEN (NEW.dedupe_key IS NULL OR NEW.event_id LIKE 'test-%')
  EXECUTE FUNCTION audit_row('webhook_delivery', 'id', '{"event_type":"plain","event_id":"plain","url":"plain","redelivery_of_id":"plain"}', 'true');
CREATE TRIGGER audit AFTER INSERT ON ledger_entries FOR EACH ROW WHEN (NEW.kind IN ('credit', 'debit'))
  EXECUTE FUNCTION audit_row('ledger_entry', 'id', '{"kind":"plain","ref":"plain","amount":"money","balance":"money","reason":"plain"}', 'false');
CREATE TRIGGER audit_changes AFTER UPDATE OF low_balance_micros ON wallets FOR EACH ROW
  EXECUTE FUNCTION audit_row('wallet', 'workspace_id', '{"low_balance_micros":"money"}', 'false');
CREATE TRIGGER audit_changes AFTER UPDATE OF dismissed_at ON notices FOR EACH ROW
  EXECUTE FUNCTION audit_row('notice', 'id', '{"dismissed_at":"moment"}', 'true');

-- Leads change by thousands: one entry a statement and campaign, with the first ids. Of a person nothing is written but that it changed.
CREATE FUNCTION audit_leads() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  columns jsonb := '{"external_id":"hidden","phone_number":"hidden","name":"hidden","data":"hidden","status":"plain","next_attempt_at":"moment","deleted_at":"moment"}';
  changed record;
  difference jsonb[];
BEGIN
  IF NOT audit_asked() THEN RETURN NULL; END IF;
  IF TG_OP = 'UPDATE' THEN
    FOR changed IN
      SELECT workspace_id, campaign_id, is_gone, count(*)::int AS count, (array_agg(id ORDER BY id))[1:20] AS ids,
        (array_agg(old_row ORDER BY id))[1] AS old_row, (array_agg(new_row ORDER BY id))[1] AS new_row
      FROM (
        SELECT o.workspace_id, o.campaign_id, o.id, o.deleted_at IS NULL AND n.deleted_at IS NOT NULL AS is_gone, to_jsonb(o) AS old_row, to_jsonb(n) AS new_row
        FROM old_leads o JOIN new_leads n USING (id)
        WHERE (o.external_id, o.phone_number, o.name, o.data, o.status, o.next_attempt_at, o.deleted_at)
          IS DISTINCT FROM (n.external_id, n.phone_number, n.name, n.data, n.status, n.next_attempt_at, n.deleted_at)) rows
      GROUP BY workspace_id, campaign_id, is_gone
    LOOP
      difference := CASE WHEN changed.count = 1 THEN audit_difference(columns, changed.old_row, changed.new_row) ELSE ARRAY[NULL, jsonb_build_object('ids', changed.ids)] END;
      PERFORM audit_note(changed.workspace_id, 'lead', CASE WHEN changed.count = 1 THEN changed.ids[1]::text END, CASE WHEN changed.is_gone THEN 'deleted' ELSE 'changed' END,
        difference[1], difference[2] || jsonb_build_object('campaign_id', changed.campaign_id), changed.count);
    END LOOP;
  ELSE
    FOR changed IN SELECT workspace_id, campaign_id, count(*)::int AS count, (array_agg(id ORDER BY id))[1:20] AS ids FROM new_leads GROUP BY workspace_id, campaign_id LOOP
      PERFORM audit_note(changed.workspace_id, 'lead', CASE WHEN changed.count = 1 THEN changed.ids[1]::text END, 'created', NULL,
        jsonb_build_object('campaign_id', changed.campaign_id) || CASE WHEN changed.count = 1 THEN '{}' ELSE jsonb_build_object('ids', changed.ids) END, changed.count);
    END LOOP;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER audit AFTER INSERT ON leads REFERENCING NEW TABLE AS new_leads FOR EACH STATEMENT EXECUTE FUNCTION audit_leads();
CREATE TRIGGER audit_changes AFTER UPDATE ON leads REFERENCING OLD TABLE AS old_leads NEW TABLE AS new_leads FOR EACH STATEMENT EXECUTE FUNCTION audit_leads();

-- People belong to several workspaces: each of them hears of it.
CREATE FUNCTION audit_person() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  person integer := CASE TG_TABLE_NAME WHEN 'users' THEN (to_jsonb(NEW)->>'id')::int ELSE (to_jsonb(NEW)->>'user_id')::int END;
  difference jsonb[];
  workspace integer;
BEGIN
  IF TG_TABLE_NAME = 'users' THEN
    difference := audit_difference('{"name":"plain","email":"plain","password_hash":"hidden"}', to_jsonb(OLD), to_jsonb(NEW));
    IF difference IS NULL THEN RETURN NULL; END IF;
  END IF;
  FOR workspace IN SELECT workspace_id FROM memberships WHERE user_id = person ORDER BY workspace_id LOOP
    IF TG_TABLE_NAME = 'users' THEN PERFORM audit_note(workspace, 'user', person::text, 'changed', difference[1], difference[2]);
    ELSE PERFORM audit_note(workspace, 'session', NULL, CASE TG_OP WHEN 'INSERT' THEN 'created' ELSE 'deleted' END, NULL, NULL, 1, person);
    END IF;
  END LOOP;
  RETURN NULL;
END $$;
CREATE TRIGGER audit_changes AFTER UPDATE OF name, email, password_hash ON users FOR EACH ROW EXECUTE FUNCTION audit_person();
CREATE TRIGGER audit AFTER INSERT ON sessions FOR EACH ROW EXECUTE FUNCTION audit_person();
CREATE TRIGGER audit_changes AFTER UPDATE OF revoked_at ON sessions FOR EACH ROW
  WHEN (OLD.revoked_at IS NULL AND NEW.revoked_at IS NOT NULL) EXECUTE FUNCTION audit_person();

-- Entries stand for good. Only an erasure may blank what they say of a phone number.
CREATE FUNCTION audit_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND current_setting('callwright.erasing', true) = 'on' THEN
    IF to_jsonb(OLD) - '{before,after}'::text[] = to_jsonb(NEW) - '{before,after}'::text[] THEN RETURN NEW; END IF;
  END IF;
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
END $$;
CREATE TRIGGER audit_entries_append_only BEFORE UPDATE OR DELETE ON audit_entries FOR EACH ROW EXECUTE FUNCTION audit_refuse();
CREATE TRIGGER audit_entries_no_truncate BEFORE TRUNCATE ON audit_entries FOR EACH STATEMENT EXECUTE FUNCTION audit_refuse();

-- What is looked for when somebody searches.
CREATE FUNCTION audit_words(actor_name text, operation text, subject text, subject_id text, before jsonb, after jsonb) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(actor_name, '') || ' ' || coalesce(operation, '') || ' ' || subject || ' ' || coalesce(subject_id, '') || ' ' || coalesce(before::text, '') || ' ' || coalesce(after::text, '')
$$;
CREATE INDEX audit_entries_words_idx ON audit_entries USING gin (audit_words(actor_name, operation, subject, subject_id, before, after) gin_trgm_ops);
