-- The words of finished calls' transcripts, for searching. They go with the transcripts.
CREATE TABLE "call_words" (
    "workspace_id" INTEGER NOT NULL,
    "call_id" INTEGER NOT NULL,
    "words" tsvector NOT NULL,

    CONSTRAINT "call_words_pkey" PRIMARY KEY ("workspace_id","call_id")
);
CREATE INDEX "call_words_words_idx" ON "call_words" USING GIN ("words");
ALTER TABLE "call_words" ADD CONSTRAINT "call_words_workspace_id_call_id_fkey" FOREIGN KEY ("workspace_id", "call_id") REFERENCES "call_details"("workspace_id", "call_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- The server writes those of earlier calls, in batches.
CREATE TABLE "call_words_backfills" (
    "workspace_id" INTEGER NOT NULL,
    "before_id" INTEGER NOT NULL,

    CONSTRAINT "call_words_backfills_pkey" PRIMARY KEY ("workspace_id")
);
ALTER TABLE "call_words_backfills" ADD CONSTRAINT "call_words_backfills_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
INSERT INTO call_words_backfills (workspace_id, before_id) SELECT workspace_id, max(call_id) + 1 FROM call_details GROUP BY workspace_id;
