-- Partitions, step 1 of 3: what needs a lock for a moment only. Each migration is a transaction of its own, so servers go on while step 2 copies and checks.
-- Every lock below is held for some milliseconds after the tables' largest times are known (one scan each, which blocks nobody).

-- Takes locks without making others wait for more than a second at a time: while it waits, it gives way.
CREATE FUNCTION lock_briefly(locks text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  usual text := current_setting('lock_timeout');
BEGIN
  LOOP
    BEGIN
      PERFORM set_config('lock_timeout', '1s', true);
      EXECUTE locks;
      PERFORM set_config('lock_timeout', usual, true);
      RETURN;
    EXCEPTION WHEN lock_not_available OR deadlock_detected THEN
      PERFORM pg_sleep(0.5);
    END;
  END LOOP;
END $$;

-- All rows that exist become one partition, for everything before a date. It lies some days ahead, because step 3 may come after a month has ended. In a new
-- database, it is the beginning of the day or month.
CREATE TABLE partition_bounds AS
SELECT 'provider_events' AS name, date_trunc('day', greatest(now(), max(received_at)) + CASE WHEN EXISTS (SELECT FROM workspaces) THEN interval '3 days' ELSE '0' END, 'UTC') AS bound FROM provider_events
UNION ALL SELECT 'lead_decisions', date_trunc('month', greatest(now(), max(created_at)) + CASE WHEN EXISTS (SELECT FROM workspaces) THEN interval '1 month 7 days' ELSE '0' END, 'UTC') FROM lead_decisions
UNION ALL SELECT 'webhook_deliveries', date_trunc('month', greatest(now(), max(created_at)) + CASE WHEN EXISTS (SELECT FROM workspaces) THEN interval '1 month 7 days' ELSE '0' END, 'UTC') FROM webhook_deliveries
UNION ALL SELECT 'webhook_attempts', date_trunc('month', greatest(now(), max(created_at)) + CASE WHEN EXISTS (SELECT FROM workspaces) THEN interval '1 month 7 days' ELSE '0' END, 'UTC') FROM webhook_attempts;

-- Tables whose IDs get 64 bits cannot become a partition as they are. They are copied in step 2, and what changes meanwhile is noted.
CREATE TABLE webhook_deliveries_earlier (LIKE webhook_deliveries INCLUDING DEFAULTS INCLUDING STORAGE INCLUDING COMPRESSION);
ALTER TABLE webhook_deliveries_earlier ALTER COLUMN id TYPE bigint, ALTER COLUMN redelivery_of_id TYPE bigint, SET (toast_tuple_target = 256);
CREATE TABLE webhook_attempts_earlier (LIKE webhook_attempts INCLUDING DEFAULTS INCLUDING STORAGE INCLUDING COMPRESSION);
ALTER TABLE webhook_attempts_earlier ALTER COLUMN delivery_id TYPE bigint;
CREATE TABLE audit_entries_new (LIKE audit_entries INCLUDING DEFAULTS INCLUDING STORAGE INCLUDING COMPRESSION);
ALTER TABLE audit_entries_new ALTER COLUMN id TYPE bigint;
ALTER TABLE audit_entries_new ADD CONSTRAINT audit_entries_new_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces (id) ON DELETE RESTRICT ON UPDATE CASCADE;

CREATE TABLE partition_changes (table_name text NOT NULL, id bigint NOT NULL);
CREATE FUNCTION note_partition_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO partition_changes VALUES (TG_TABLE_NAME, CASE TG_OP WHEN 'DELETE' THEN OLD.id ELSE NEW.id END);
  RETURN NULL;
END $$;

SELECT lock_briefly('LOCK TABLE provider_events, lead_decisions, webhook_deliveries, webhook_attempts, audit_entries IN ACCESS EXCLUSIVE MODE');
CREATE TRIGGER partition_changes AFTER INSERT OR UPDATE OR DELETE ON webhook_deliveries FOR EACH ROW EXECUTE FUNCTION note_partition_change();
CREATE TRIGGER partition_changes AFTER INSERT OR UPDATE OR DELETE ON webhook_attempts FOR EACH ROW EXECUTE FUNCTION note_partition_change();
CREATE TRIGGER partition_changes AFTER INSERT OR UPDATE OR DELETE ON audit_entries FOR EACH ROW EXECUTE FUNCTION note_partition_change();

-- A validated constraint spares step 3 the scan of the table under its lock. NOT VALID: step 2 validates it.
DO $$
DECLARE
  planned record;
BEGIN
  FOR planned IN SELECT * FROM partition_bounds LOOP
    EXECUTE format('ALTER TABLE %I ADD CONSTRAINT earlier CHECK (%I < %L) NOT VALID',
      planned.name || CASE WHEN planned.name LIKE 'webhook%' THEN '_earlier' ELSE '' END,
      CASE planned.name WHEN 'provider_events' THEN 'received_at' ELSE 'created_at' END, planned.bound);
  END LOOP;
END $$;
