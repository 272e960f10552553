-- Partitions, step 3 of 3: the tables change places. The locks are held for what changed since step 2 began (thousands of rows a second are applied) and
-- some 50 ms; no table is scanned or rewritten. Whoever holds a lock for longer than a second is waited for without making others wait.
SELECT lock_briefly('LOCK TABLE provider_events, lead_decisions, webhook_deliveries, webhook_attempts, audit_entries IN ACCESS EXCLUSIVE MODE;
  LOCK TABLE leads IN SHARE ROW EXCLUSIVE MODE');

DELETE FROM webhook_deliveries_earlier WHERE id IN (SELECT id FROM partition_changes WHERE table_name = 'webhook_deliveries');
INSERT INTO webhook_deliveries_earlier SELECT * FROM webhook_deliveries WHERE id IN (SELECT id FROM partition_changes WHERE table_name = 'webhook_deliveries');
DELETE FROM webhook_attempts_earlier WHERE id IN (SELECT id FROM partition_changes WHERE table_name = 'webhook_attempts');
INSERT INTO webhook_attempts_earlier SELECT * FROM webhook_attempts WHERE id IN (SELECT id FROM partition_changes WHERE table_name = 'webhook_attempts');
DELETE FROM audit_entries_new WHERE id IN (SELECT id FROM partition_changes WHERE table_name = 'audit_entries');
INSERT INTO audit_entries_new SELECT * FROM audit_entries WHERE id IN (SELECT id FROM partition_changes WHERE table_name = 'audit_entries');

-- The audit log stays one table: it grows with what people change, not with calls, and is never deleted.
ALTER SEQUENCE audit_entries_id_seq OWNED BY NONE;
ALTER SEQUENCE audit_entries_id_seq AS bigint;
DROP TABLE audit_entries;
ALTER TABLE audit_entries_new RENAME TO audit_entries;
ALTER SEQUENCE audit_entries_id_seq OWNED BY audit_entries.id;
DO $$
DECLARE
  name text;
BEGIN
  FOR name IN SELECT indexrelid::regclass::text FROM pg_index WHERE indrelid = 'audit_entries'::regclass LOOP
    EXECUTE format('ALTER INDEX %I RENAME TO %I', name, replace(name, 'audit_entries_new', 'audit_entries'));
  END LOOP;
END $$;
ALTER TABLE audit_entries RENAME CONSTRAINT audit_entries_new_workspace_id_fkey TO audit_entries_workspace_id_fkey;
CREATE TRIGGER audit_entries_append_only BEFORE UPDATE OR DELETE ON audit_entries FOR EACH ROW EXECUTE FUNCTION audit_refuse();
CREATE TRIGGER audit_entries_no_truncate BEFORE TRUNCATE ON audit_entries FOR EACH STATEMENT EXECUTE FUNCTION audit_refuse();

ALTER TABLE provider_events RENAME TO provider_events_earlier;
ALTER TABLE lead_decisions RENAME TO lead_decisions_earlier;
ALTER SEQUENCE webhook_deliveries_id_seq OWNED BY NONE;
ALTER SEQUENCE webhook_deliveries_id_seq AS bigint;
ALTER SEQUENCE webhook_attempts_id_seq OWNED BY NONE;
DROP TABLE webhook_attempts;
DROP TABLE webhook_deliveries;

-- A partition's keys and indexes are those of the default partition, from which it is made. The tables themselves have none: a key over all partitions would
-- have to contain the time. IDs come from one sequence. `storeEvents` and `insertDeliveries` say how a key that is unique in each partition is unique at all.
CREATE TABLE provider_events (LIKE provider_events_earlier INCLUDING DEFAULTS INCLUDING STORAGE INCLUDING COMPRESSION) PARTITION BY RANGE (received_at);
CREATE TABLE lead_decisions (LIKE lead_decisions_earlier INCLUDING DEFAULTS INCLUDING STORAGE INCLUDING COMPRESSION) PARTITION BY RANGE (created_at);
CREATE TABLE webhook_deliveries (LIKE webhook_deliveries_earlier INCLUDING DEFAULTS INCLUDING STORAGE INCLUDING COMPRESSION) PARTITION BY RANGE (created_at);
CREATE TABLE webhook_attempts (LIKE webhook_attempts_earlier INCLUDING DEFAULTS INCLUDING STORAGE INCLUDING COMPRESSION) PARTITION BY RANGE (created_at);
ALTER TABLE lead_decisions ADD CONSTRAINT lead_decisions_workspace_id_lead_id_fkey
  FOREIGN KEY (workspace_id, lead_id) REFERENCES leads (workspace_id, id) ON DELETE RESTRICT ON UPDATE CASCADE;

DO $$
DECLARE
  planned record;
BEGIN
  FOR planned IN SELECT * FROM partition_bounds LOOP
    EXECUTE format('ALTER SEQUENCE %I OWNED BY %I.id', planned.name || '_id_seq', planned.name);
    EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (MINVALUE) TO (%L)', planned.name, planned.name || '_earlier', planned.bound);
    EXECUTE format('ALTER TABLE %I DROP CONSTRAINT earlier', planned.name || '_earlier');
    EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING ALL)', planned.name || '_default', planned.name || '_earlier');
    EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I DEFAULT', planned.name, planned.name || '_default');
  END LOOP;
END $$;
ALTER TABLE provider_events_default SET (toast_tuple_target = 256);
ALTER TABLE webhook_deliveries_default SET (toast_tuple_target = 256);
CREATE TRIGGER audit AFTER INSERT ON webhook_deliveries FOR EACH ROW WHEN (NEW.dedupe_key IS NULL OR NEW.event_id LIKE 'test-%')
  EXECUTE FUNCTION audit_row('webhook_delivery', 'id', '{"event_type":"plain","event_id":"plain","url":"plain","redelivery_of_id":"plain"}', 'true');

DROP TABLE partition_bounds, partition_changes;
DROP FUNCTION note_partition_change();
DROP FUNCTION lock_briefly(text);

-- Events that arrive close to the boundary of two partitions.
CREATE TABLE "provider_event_keys" (
    "provider" TEXT NOT NULL,
    "dedupe_key" TEXT NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "provider_event_keys_pkey" PRIMARY KEY ("provider","dedupe_key")
);

-- The partitions of a table with their times, without the default partition.
CREATE FUNCTION partitions_of(parent regclass) RETURNS TABLE (name name, since timestamptz, until timestamptz) LANGUAGE sql STABLE AS $$
  SELECT c.relname, CASE WHEN bound[1] = 'MINVALUE' THEN '-infinity' ELSE trim(bound[1], '''')::timestamptz END, bound[2]::timestamptz
  FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid, regexp_match(pg_get_expr(c.relpartbound, c.oid), 'FROM \(([^)]*)\) TO \(''([^'']*)''\)') AS bound
  WHERE i.inhparent = parent AND bound IS NOT NULL
$$;

-- Adds the partition of a moment, those of `ahead` days or months after it, and those of rows that the default partition has, which move there. Returns how
-- many were added. Safe to run twice and at once. Waits at most two seconds for a lock, and needs it for milliseconds unless there are rows to move.
CREATE FUNCTION add_partitions(parent regclass, width text, ahead integer, moment timestamptz) RETURNS integer
LANGUAGE plpgsql SET timezone = 'UTC' SET lock_timeout = '2s' AS $$
DECLARE
  table_name name;
  template name;
  options text;
  key name;
  starts timestamptz[];
  start timestamptz;
  ending timestamptz;
  added name;
  count integer := 0;
BEGIN
  PERFORM pg_advisory_xact_lock(730016);
  SELECT t.relname, d.relname, array_to_string(d.reloptions, ', '), a.attname INTO STRICT table_name, template, options, key
  FROM pg_partitioned_table p JOIN pg_class t ON t.oid = p.partrelid JOIN pg_class d ON d.oid = p.partdefid
  JOIN pg_attribute a ON a.attrelid = p.partrelid AND a.attnum = p.partattrs[0] WHERE p.partrelid = parent;
  EXECUTE format('SELECT array(SELECT date_trunc(%1$L, $1) + nth * $2 FROM generate_series(0, $3) nth UNION SELECT date_trunc(%1$L, %2$I) FROM %3$I ORDER BY 1)', width, key, template)
    INTO starts USING moment, ('1 ' || width)::interval, ahead;
  FOREACH start IN ARRAY starts LOOP
    ending := start + ('1 ' || width)::interval;
    CONTINUE WHEN EXISTS (SELECT FROM partitions_of(parent) p WHERE p.since < ending AND p.until > start);
    added := table_name || to_char(start, CASE width WHEN 'month' THEN '_YYYY_MM' ELSE '_YYYY_MM_DD' END);
    EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING ALL)', added, template);
    IF options IS NOT NULL THEN EXECUTE format('ALTER TABLE %I SET (%s)', added, options); END IF;
    EXECUTE format('LOCK TABLE %I IN ACCESS EXCLUSIVE MODE', template);
    EXECUTE format('WITH moved AS (DELETE FROM %1$I WHERE %2$I >= %3$L AND %2$I < %4$L RETURNING *) INSERT INTO %5$I SELECT * FROM moved', template, key, start, ending, added);
    EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', table_name, added, start, ending);
    count := count + 1;
  END LOOP;
  RETURN count;
END $$;

-- Drops the partitions that end before a moment, with all their rows. Returns how many.
CREATE FUNCTION drop_partitions(parent regclass, before timestamptz) RETURNS integer LANGUAGE plpgsql SET lock_timeout = '2s' AS $$
DECLARE
  dropped name;
  count integer := 0;
BEGIN
  PERFORM pg_advisory_xact_lock(730016);
  FOR dropped IN SELECT name FROM partitions_of(parent) WHERE until <= before LOOP
    EXECUTE format('DROP TABLE %I', dropped);
    count := count + 1;
  END LOOP;
  RETURN count;
END $$;

SELECT add_partitions('provider_events', 'day', 3, now()), add_partitions('lead_decisions', 'month', 2, now()),
  add_partitions('webhook_deliveries', 'month', 2, now()), add_partitions('webhook_attempts', 'month', 2, now());
