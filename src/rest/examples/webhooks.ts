export const webhookChanges = { url: 'https://example.com/hook', events: ['call.completed'] }

export const webhookSettings = {
  ...webhookChanges,
  secret_set: true,
  signature_header: 'X-Service-Signature',
  secret: 'whsec_c2VjcmV0IG9mIDMyIGJ5dGVzLCBvbmx5IGZvciBzaG93',
}

export const newWebhookEndpoint = { url: 'https://crm.example.com/calls', description: 'CRM', events: ['call.completed'] }

export const webhookEndpointChanges = { is_enabled: false }

export const webhookEndpoint = {
  id: 3,
  is_first: false,
  ...newWebhookEndpoint,
  is_enabled: true,
  secret_set: true,
  created_at: '2026-11-20T10:02:11.480Z',
  secret: webhookSettings.secret,
}
