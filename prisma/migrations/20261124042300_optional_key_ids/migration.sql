-- A secret contains the ID of its key. The column stays for secrets that an earlier version stored.
ALTER TABLE "carrier_connections" ALTER COLUMN "key_id" DROP NOT NULL;
