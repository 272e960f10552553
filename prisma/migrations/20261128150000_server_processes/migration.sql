ALTER TABLE "users" ADD COLUMN "is_server_administrator" BOOLEAN NOT NULL DEFAULT false;

CREATE TABLE "server_processes" (
    "id" UUID NOT NULL,
    "host" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "version" TEXT NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "seen_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "server_processes_pkey" PRIMARY KEY ("id")
);
