-- Which numbers of a register were looked at from when until when. It outlives the register, so that proofs can name it.
CREATE TABLE "dnc_register_loads" (
    "load_id" INTEGER NOT NULL,
    "workspace_id" INTEGER,
    "register_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "country" TEXT,
    "numbers" INTEGER NOT NULL,
    "washed_at" TIMESTAMPTZ(3) NOT NULL,
    "active_from" TIMESTAMPTZ(3) NOT NULL,
    "active_until" TIMESTAMPTZ(3),

    CONSTRAINT "dnc_register_loads_pkey" PRIMARY KEY ("load_id")
);
CREATE INDEX "dnc_register_loads_workspace_id_active_from_idx" ON "dnc_register_loads"("workspace_id", "active_from");
ALTER TABLE "dnc_register_loads" ADD CONSTRAINT "dnc_register_loads_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

INSERT INTO "dnc_register_loads" ("load_id", "workspace_id", "register_id", "name", "country", "numbers", "washed_at", "active_from")
SELECT active_load, workspace_id, id, name, country, numbers, washed_at, coalesce(loaded_at, created_at) FROM "dnc_registers" WHERE active_load IS NOT NULL AND washed_at IS NOT NULL;
