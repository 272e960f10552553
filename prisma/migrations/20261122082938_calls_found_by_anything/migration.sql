-- CreateIndex
CREATE INDEX "calls_workspace_id_outcome_id_idx" ON "calls"("workspace_id", "outcome", "id" DESC);

-- CreateIndex
CREATE INDEX "calls_workspace_id_direction_id_idx" ON "calls"("workspace_id", "direction", "id" DESC);

-- CreateIndex
CREATE INDEX "calls_workspace_id_created_at_idx" ON "calls"("workspace_id", "created_at");


-- Numbers by their last digits: backwards, and compared byte by byte, so that those that end alike stand together.
CREATE INDEX "calls_from_number_backwards_idx" ON "calls"("workspace_id", (reverse("from_number") COLLATE "C"), "id" DESC);
CREATE INDEX "calls_to_number_backwards_idx" ON "calls"("workspace_id", (reverse("to_number") COLLATE "C"), "id" DESC);
