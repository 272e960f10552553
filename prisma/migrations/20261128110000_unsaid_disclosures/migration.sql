-- AlterTable
ALTER TABLE "call_details" ADD COLUMN     "unsaid" JSONB;
