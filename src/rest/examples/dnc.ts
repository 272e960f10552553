export const newDncEntry = { phone_number: '+14155550123', reason: 'asked us to stop' }

export const dncEntry = { id: 3, ...newDncEntry, source: 'manual', created_at: '2026-11-20T09:00:00.000Z' }

export const dncCheck = { phone_number: dncEntry.phone_number, is_on_dnc: true, entry: dncEntry }
