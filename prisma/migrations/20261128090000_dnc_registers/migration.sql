-- Do-not-call registers and suppression lists, of the server (without a workspace) or of a workspace.
CREATE TABLE "dnc_registers" (
    "id" SERIAL NOT NULL,
    "workspace_id" INTEGER,
    "name" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "country" TEXT,
    "source" TEXT,
    "valid_days" INTEGER,
    "washed_at" TIMESTAMPTZ(3),
    "numbers" INTEGER NOT NULL DEFAULT 0,
    "invalid_lines" INTEGER NOT NULL DEFAULT 0,
    "invalid_at" INTEGER[] DEFAULT ARRAY[]::INTEGER[],
    "active_load" INTEGER,
    "next_load" INTEGER,
    "loaded_at" TIMESTAMPTZ(3),
    "error" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "dnc_registers_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "dnc_registers_workspace_id_id_idx" ON "dnc_registers"("workspace_id", "id");
ALTER TABLE "dnc_registers" ADD CONSTRAINT "dnc_registers_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
CREATE UNIQUE INDEX dnc_registers_name ON dnc_registers (coalesce(workspace_id, 0), name);

-- Keyed hashes of the numbers. A bucket of a full load has about 80 of them, 700 bytes, so that it is never stored out of line.
CREATE TABLE "dnc_register_buckets" (
    "load_id" INTEGER NOT NULL,
    "bucket" INTEGER NOT NULL,
    "part" INTEGER NOT NULL,
    "hashes" BIGINT[],

    CONSTRAINT "dnc_register_buckets_pkey" PRIMARY KEY ("load_id", "bucket", "part")
);

CREATE SEQUENCE dnc_register_loads_seq AS INTEGER CYCLE;

-- The first 64 bits of HMAC-SHA-256. `keys` are the inner and the outer key, 64 bytes each (RFC 2104).
CREATE FUNCTION dnc_register_hash(keys bytea, phone_number text) RETURNS bigint LANGUAGE sql STABLE PARALLEL SAFE
  RETURN ('x' || left(encode(sha256(substr(keys, 65) || sha256(substr(keys, 1, 64) || convert_to(phone_number, 'UTF8'))), 'hex'), 16))::bit(64)::bigint;

SELECT audit_table('dnc_registers', 'dnc_register', '{active_load,next_load,invalid_at,loaded_at,error}');
