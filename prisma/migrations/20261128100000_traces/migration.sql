-- The trace of a call, if the server sends traces to a collector.
ALTER TABLE "calls" ADD COLUMN "trace" TEXT;
ALTER TABLE "webhook_deliveries" ADD COLUMN "trace" TEXT;
