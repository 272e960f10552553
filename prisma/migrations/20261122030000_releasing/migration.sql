-- Few numbers are being released at a time, and whoever links one anew looks for them by the number.
CREATE INDEX "phone_numbers_releasing_idx" ON "phone_numbers"("phone_number") WHERE "setup" = 'releasing';
