/** The body of a new SMS message. */
export const newSms = { to_number: '+14155550200', body: 'Your appointment is on Monday at 10.' }

/** The message immediately after the carrier accepted it. */
export const sentSms = {
  id: 91,
  status: 'queued',
  from_number: '+14155550142',
  to_number: '+14155550200',
  body: 'Your appointment is on Monday at 10.',
  segments: 1,
  conversation_id: 12,
  created_at: '2026-11-20T10:00:00.000Z',
}

/** The delivered message. */
export const deliveredSms = {
  ...sentSms,
  status: 'delivered',
  direction: 'outbound',
  carrier: 'twilio',
  media: [],
  keyword: null,
  error_code: null,
  error_reason: null,
  cost: '0.0120',
  currency: 'USD',
  sent_at: '2026-11-20T10:00:00.400Z',
  finished_at: '2026-11-20T10:00:04.000Z',
}
