import { SMS_TEST_NUMBERS } from './carriers/smsTestNumbers.ts'
import { CARRIER_SIMULATORS } from './carriers/carrierSimulators.ts'
import { FAULT_MODES, WEBHOOK_FAULT_MODES } from './wire/faults.ts'
import { CARRIER_OPERATIONS, OPERATIONS } from './wire/http.ts'
import { PHRASES } from './calls/languages.ts'
import { INBOUND_TEST_DIGITS, TEST_NUMBERS } from './calls/testNumbers.ts'
import type { SimulatorContext } from './calls/context.ts'

/** Describes the simulator's API. */
export const guide = ({ url, speed }: SimulatorContext) => ({
  what: 'A simulator of voice providers and carriers. It places no real calls, sends no real messages, and charges nothing.',
  speed,
  providers: { retell: `${url}/retell`, vapi: `${url}/vapi` },
  carriers: { names: CARRIER_SIMULATORS.map(({ carrier }) => carrier), base: `${url}/carriers/<host>` },
  languages: Object.keys(PHRASES),
  numbers: Object.fromEntries(Object.entries(TEST_NUMBERS).map(([digits, { description }]) => [`…${digits}`, description])),
  callers: [...INBOUND_TEST_DIGITS].sort().map((digits) => `…${digits}`),
  texts: Object.fromEntries(Object.entries(SMS_TEST_NUMBERS).map(([digits, { description }]) => [`…${digits}`, description])),
  addresses: {
    'GET /simulator/state': 'counts of all resources, and the latest calls',
    'GET /simulator/requests': 'the latest requests to providers and carriers, and the responses',
    'POST /simulator/inbound': 'start an inbound call: {provider, from, to}',
    'GET /simulator/carriers': 'list accounts at carriers, with credentials and numbers',
    'POST /simulator/carriers/{carrier}/accounts': 'open an account: {state, numbers: [{phone_number, sms, voice, registered}]}',
    'GET /simulator/carriers/{carrier}/messages': 'list the latest messages',
    'PUT /simulator/carriers/sinch/accounts/{account}/callback': "set the callback URL of Sinch's dashboard: {url}, or null for none",
    'POST /simulator/sms': 'send an SMS to a number: {carrier, from, to, body, media}',
    'POST /simulator/faults': 'add a fault: {provider, operation, mode or status, times, delay_ms, placed}',
    'DELETE /simulator/faults': 'remove all pending faults',
  },
  faults: { operations: OPERATIONS, carrier_operations: CARRIER_OPERATIONS, modes: ['http400 to http599', ...FAULT_MODES], webhook_modes: WEBHOOK_FAULT_MODES },
})
