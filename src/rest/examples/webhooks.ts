export const webhookChanges = { url: 'https://example.com/hook', events: ['call.completed'] }

export const webhookSettings = {
  ...webhookChanges,
  secret_set: true,
  signature_header: 'X-Service-Signature',
  secret: 'whsec_c2VjcmV0IG9mIDMyIGJ5dGVzLCBvbmx5IGZvciBzaG93',
}
