-- A campaign has one workspace. Without knowing that, PostgreSQL takes the rows of both for far fewer than the rows of the campaign.
CREATE STATISTICS "leads_campaign_workspace" (dependencies) ON "workspace_id", "campaign_id" FROM "leads";
CREATE STATISTICS "calls_campaign_workspace" (dependencies) ON "workspace_id", "campaign_id" FROM "calls";
ANALYZE "leads" ("workspace_id", "campaign_id");
ANALYZE "calls" ("workspace_id", "campaign_id");
