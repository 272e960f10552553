-- CreateTable
CREATE TABLE "live_transcript_lines" (
    "call_id" INTEGER NOT NULL,
    "position" INTEGER NOT NULL,
    "workspace_id" INTEGER NOT NULL,
    "line" JSONB NOT NULL,

    CONSTRAINT "live_transcript_lines_pkey" PRIMARY KEY ("call_id","position")
);

-- AddForeignKey
ALTER TABLE "live_transcript_lines" ADD CONSTRAINT "live_transcript_lines_workspace_id_call_id_fkey" FOREIGN KEY ("workspace_id", "call_id") REFERENCES "calls"("workspace_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;
