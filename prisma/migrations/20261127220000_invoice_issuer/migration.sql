-- AlterTable
ALTER TABLE "invoices" ADD COLUMN "issuer" TEXT NOT NULL DEFAULT '';
