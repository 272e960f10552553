-- PostgreSQL empties all unlogged tables together when it starts after a crash. So this row is there as long as the rows of the others are.
CREATE UNLOGGED TABLE "unlogged_marker" (
    "id" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "unlogged_marker_pkey" PRIMARY KEY ("id")
);
INSERT INTO "unlogged_marker" DEFAULT VALUES;
