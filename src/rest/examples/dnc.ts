export const newDncEntry = { phone_number: '+14155550123', reason: 'asked us to stop' }

export const dncEntry = { id: 3, ...newDncEntry, source: 'manual', created_at: '2026-11-20T09:00:00.000Z' }

export const dncCheck = { phone_number: dncEntry.phone_number, is_on_dnc: true, entry: dncEntry }

export const dncRegister = {
  id: 2,
  name: 'Federal register',
  type: 'register',
  country: 'US',
  source: 'donotcall.gov',
  status: 'ready',
  is_shared: true,
  numbers: 5_000_000,
  washed_at: '2026-11-15T00:00:00.000Z',
  expires_at: '2026-12-16T00:00:00.000Z',
  is_expired: false,
  loaded_at: '2026-11-15T06:00:00.000Z',
  error: null,
}
