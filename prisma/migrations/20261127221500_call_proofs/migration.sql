-- What was known and decided when a call was placed. It stays after the call is erased, so neither contains personal data.
ALTER TABLE "call_details" ADD COLUMN "decision" JSONB;
ALTER TABLE "erased_calls" ADD COLUMN "proof" JSONB;
