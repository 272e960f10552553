-- The rows can be found again (`eventRecovery.ts`), so they need not be in the write-ahead log. A migration for each table, so that none is locked while another
-- one is waited for.
-- allow rewrite: The table only has events that are not processed yet, a few hundred on a busy server, and is written in milliseconds.
ALTER TABLE "pending_provider_events" SET UNLOGGED;
