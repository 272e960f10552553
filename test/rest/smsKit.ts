import type { Client } from '../kit/clients/client.ts'

let lines = 0
/** Returns a new number each time, with the test scenario in its last four digits. */
export const to = (fate = '0200') => `+1${300 + (lines += 1)}555${fate}`

/** Requests a message with an Idempotency-Key. */
export const withKey = (client: Client, key: string, body: object) =>
  client.raw('/sms', { method: 'POST', body: JSON.stringify(body), headers: { 'Content-Type': 'application/json', 'Idempotency-Key': key } })
