import { expect } from 'vitest'
import type { Client } from '../kit/clients/client.ts'
import { signInToApi } from '../kit/fixtures/seededWorkspace.ts'
import type { TestServer } from '../kit/server/testServer.ts'
import type { createTenant } from '../services/calls/placementKit.ts'
import { addConsent } from '../services/dialer/dialerKit.ts'

export type Tenant = Awaited<ReturnType<typeof createTenant>>

// A Wednesday. Where the numbers are, the law permits calls from 8:00 to 21:00.
export const NIGHT = new Date('2026-12-02T10:30:00Z')
export const DAY = new Date('2026-12-02T18:00:00Z')
export const OPENS_IN_CALIFORNIA = '2026-12-02T16:00:00.000Z'
const RULES_VERSION = /^\d{4}-\d\d-\d\d\.\d+-\w+$/
export const ADVISORY = {
  reason: 'calling_hours',
  message: `Calls to this number are not permitted at this time (outside the legal calling hours (US): 2026-12-02T02:30 in America/Los_Angeles). Calls are permitted from ${OPENS_IN_CALIFORNIA}.`,
  permitted_from: OPENS_IN_CALIFORNIA,
  rules_version: expect.stringMatching(RULES_VERSION),
}
export const REFUSAL = { detail: [{ loc: ['body', 'to_number'], msg: ADVISORY.message, type: 'value_error.call_timing' }] }

let numbers = 0
/** Returns a new number in California each time. 0113: the provider sends no webhooks. */
export const newNumber = () => `+1415${200 + (numbers += 1)}0113`

/** Returns a number with the consent that US law demands of calls with an artificial voice. */
export async function newAgreed({ acme: { id } }: Tenant, to = newNumber()) {
  await addConsent(id, to, 'express')
  return to
}

/** Sets what happens to a call that is not permitted at its time. */
export const setTimingMode = async (testServer: TestServer, mode: 'advise' | 'refuse', { acme: workspace }: Tenant) =>
  (await signInToApi(testServer.url, workspace))('mutation($mode: CallTimingMode!) { setCallTiming(mode: $mode) { callTiming } }', { mode })

/** Asks which advisory a call to a number would have now. */
export const checkTiming = (key: Client, phoneNumber: string) =>
  key.gql('query($phoneNumber: String!) { timingAdvisory(phoneNumber: $phoneNumber) { reason permittedFrom } }', { phoneNumber })
