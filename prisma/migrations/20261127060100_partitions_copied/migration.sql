-- Partitions, step 2 of 3: what takes long and blocks nobody, neither readers nor writers. Some minutes for a million deliveries with their attempts (measured: 45 s
-- for 100,000 of 2 kB, with 100,000 audit entries, on two cores with a load of 20), and until step 3 as much space again as these tables have.
INSERT INTO webhook_deliveries_earlier SELECT * FROM webhook_deliveries;
ALTER TABLE webhook_deliveries_earlier ADD PRIMARY KEY (id);
CREATE UNIQUE INDEX ON webhook_deliveries_earlier (workspace_id, id);
CREATE UNIQUE INDEX ON webhook_deliveries_earlier (workspace_id, dedupe_key);
CREATE INDEX ON webhook_deliveries_earlier (next_attempt_at) WHERE status = 'pending';
CREATE INDEX ON webhook_deliveries_earlier (workspace_id, event_type, event_id) WHERE dedupe_key IS NULL;
CREATE INDEX ON webhook_deliveries_earlier (workspace_id, finished_at DESC, id DESC) WHERE finished_at IS NOT NULL AND attempt_count > 0;

INSERT INTO webhook_attempts_earlier SELECT * FROM webhook_attempts;
ALTER TABLE webhook_attempts_earlier ADD PRIMARY KEY (id);
CREATE UNIQUE INDEX ON webhook_attempts_earlier (workspace_id, delivery_id, number);

-- The unique index serves the lists by ID as well, in both directions.
INSERT INTO audit_entries_new SELECT * FROM audit_entries;
ALTER TABLE audit_entries_new ADD CONSTRAINT audit_entries_new_pkey PRIMARY KEY (id);
CREATE UNIQUE INDEX audit_entries_new_workspace_id_id_key ON audit_entries_new (workspace_id, id);
CREATE INDEX audit_entries_new_workspace_id_resource_resource_id_id_idx ON audit_entries_new (workspace_id, resource, resource_id, id DESC);
CREATE INDEX audit_entries_new_workspace_id_user_id_id_idx ON audit_entries_new (workspace_id, user_id, id DESC);
CREATE INDEX audit_entries_new_workspace_id_api_key_id_id_idx ON audit_entries_new (workspace_id, api_key_id, id DESC);
CREATE INDEX audit_entries_new_workspace_id_operation_id_idx ON audit_entries_new (workspace_id, operation, id DESC);
CREATE INDEX audit_entries_new_workspace_id_actor_kind_id_idx ON audit_entries_new (workspace_id, actor_kind, id DESC);
CREATE INDEX audit_entries_new_workspace_id_action_id_idx ON audit_entries_new (workspace_id, action, id DESC);
CREATE INDEX audit_entries_new_workspace_id_created_at_id_idx ON audit_entries_new (workspace_id, created_at, id);
CREATE INDEX audit_entries_new_words_idx ON audit_entries_new USING gin (audit_words(actor_name, operation, resource, resource_id, before, after) gin_trgm_ops);

ALTER TABLE webhook_deliveries_earlier VALIDATE CONSTRAINT earlier;
ALTER TABLE webhook_attempts_earlier VALIDATE CONSTRAINT earlier;
ALTER TABLE provider_events VALIDATE CONSTRAINT earlier;
ALTER TABLE lead_decisions VALIDATE CONSTRAINT earlier;
ANALYZE webhook_deliveries_earlier, webhook_attempts_earlier, audit_entries_new;
