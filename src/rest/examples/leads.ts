export const newLeads = {
  leads: [
    { phone_number: '+14155550123', name: 'Rosa Marino', external_id: 'crm-1', data: { company: 'Marino & Figli', seats: 12 } },
    { phone_number: '+14155550124', name: 'Jonas Weber' },
  ],
}

export const leadsAdded = { imported: 1, errors: [{ index: 1, phone_number: '+14155550124', error: 'duplicate' }], total: 2, import_id: 9 }

export const leadItems = { campaign_id: 5, items: [{ external_id: 'crm-1', phone: '+14155550123', name: 'Rosa Marino', data: { seats: 14 } }] }

export const leadsUpserted = { created: 0, updated: 1, failed: 0, errors: [], import_id: 10 }

export const lead = {
  id: 31,
  external_id: 'crm-1',
  phone_number: '+14155550123',
  phone: '+14155550123',
  name: 'Rosa Marino',
  data: { company: 'Marino & Figli', seats: 12 },
  status: 'pending',
  attempts: 1,
  next_attempt_at: '2026-11-20T10:04:00.000Z',
  last_call_id: 42,
  created_at: '2026-11-20T08:55:00.000Z',
  updated_at: '2026-11-20T09:04:10.000Z',
}
