/** A number on a SIP trunk, which needs no connected account. */
export const newNumber = {
  phone_number: '+14155550142',
  carrier: 'sip',
  label: 'Front desk',
  sip: { termination_uri: 'sip.example.com', username: 'callwright', password: 'a-long-password' },
}

export const phoneNumber = {
  id: 5,
  phone_number: '+14155550142',
  country: 'US',
  carrier: 'twilio',
  label: 'Front desk',
  external_owner_id: null,
  sms_ready: true,
  sms_missing: [],
  inbound_enabled: false,
  inbound_agent_id: null,
  assistant_request_url: null,
  secret_set: false,
  is_active: true,
  created_at: '2026-11-20T09:00:00.000Z',
}

export const inboundChanges = { enabled: true, agent_id: 7, assistant_request_url: 'https://example.com/who-answers' }

/** The number with these changes, and the secret created with its first URL. */
export const inboundNumber = {
  ...phoneNumber,
  inbound_enabled: true,
  inbound_agent_id: 7,
  assistant_request_url: inboundChanges.assistant_request_url,
  secret_set: true,
  secret: 'whsec_c2VjcmV0IG9mIDMyIGJ5dGVzLCBvbmx5IGZvciBzaG93',
}

/** The response to `newNumber`. */
export const linkedNumber = { ...phoneNumber, carrier: 'sip', sms_ready: false, sms_missing: ['sms_capable_number'] }
