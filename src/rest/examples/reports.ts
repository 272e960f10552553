export const newReport = { type: 'calls', format: 'xlsx', from: '2026-11-01', to: '2026-12-01', timezone: 'Europe/Rome' }

export const report = {
  id: 17,
  type: 'calls',
  format: 'xlsx',
  status: 'done',
  filter: {
    from: '2026-10-31T23:00:00.000Z',
    to: '2026-11-30T23:00:00.000Z',
    timezone: 'Europe/Rome',
    campaign_id: null,
    status: null,
    outcome: null,
    phone_number: null,
  },
  progress: 100,
  rows_processed: 48_210,
  rows_total: 48_210,
  bytes: 9_412_377,
  error: null,
  download_url: 'https://calls.example.com/downloads/17.1796213042.k3.q5mB0m2gIrVYc1rXfTq8zJxk3wq2y9vS4mVn1bUeHcA',
  download_expires_at: '2026-12-02T12:04:02.000Z',
  expires_at: '2026-12-08T12:03:58.210Z',
  created_at: '2026-12-01T12:03:41.020Z',
  finished_at: '2026-12-01T12:03:58.210Z',
}

export const queuedReport = {
  ...report,
  status: 'queued',
  progress: null,
  rows_processed: 0,
  rows_total: null,
  bytes: null,
  download_url: null,
  download_expires_at: null,
  expires_at: null,
  finished_at: null,
}
