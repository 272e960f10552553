export const newConsent = {
  phone_number: '+14155550126',
  basis: 'express',
  purpose: 'marketing',
  text: 'Call me about my offer.',
  source: 'Web form',
  given_at: '2026-01-31T10:00:00.000Z',
  evidence: 'https://example.com/forms/7',
}

export const consent = { id: 9, ...newConsent, status: 'valid', expires_at: null, revoked_at: null, created_at: '2026-02-01T09:00:00.000Z' }

export const revokedConsent = { ...consent, status: 'revoked', revoked_at: '2026-03-01T09:00:00.000Z' }
