export const workspaceInfo = {
  tenant_id: 1,
  workspace_name: 'Acme',
  plan: 'professional',
  rate_limits: { rpm: 120, rpd: 20_000 },
  api_key_scopes: ['me:read', 'agents:read', 'calls:read', 'calls:write'],
}
