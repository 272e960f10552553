-- allow rewrite: The table only has the lines of active calls, some thousands on a busy server, and is written in milliseconds.
ALTER TABLE "live_transcript_lines" SET UNLOGGED;
