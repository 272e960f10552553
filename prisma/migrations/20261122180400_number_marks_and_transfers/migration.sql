-- AlterTable
ALTER TABLE "calls" ADD COLUMN     "transfer_number" TEXT;

-- AlterTable
ALTER TABLE "phone_numbers" ADD COLUMN     "tag" UUID NOT NULL DEFAULT gen_random_uuid();
