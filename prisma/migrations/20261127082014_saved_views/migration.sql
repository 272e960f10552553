-- Views of the dashboard's lists. One that is shared has no user, so it outlives the membership of the member who shared it.
CREATE TABLE "saved_views" (
    "id" SERIAL NOT NULL,
    "workspace_id" INTEGER NOT NULL,
    "user_id" INTEGER,
    "list" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "search" JSONB NOT NULL,
    "layout" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "saved_views_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "saved_views_workspace_id_id_key" ON "saved_views"("workspace_id", "id");
CREATE UNIQUE INDEX "saved_views_workspace_id_user_id_list_name_key" ON "saved_views"("workspace_id", "user_id", "list", "name") NULLS NOT DISTINCT;
ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_workspace_id_user_id_fkey" FOREIGN KEY ("workspace_id", "user_id") REFERENCES "memberships"("workspace_id", "user_id") ON DELETE CASCADE ON UPDATE CASCADE;
SELECT audit_table('saved_views', 'saved_view', '{layout}');
