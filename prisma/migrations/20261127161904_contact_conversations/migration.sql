-- CreateIndex
CREATE INDEX "conversations_workspace_id_contact_number_last_message_at_i_idx" ON "conversations"("workspace_id", "contact_number", "last_message_at" DESC, "id" DESC);
