import { TEXT_FATES } from './carriers/smsTestNumbers.ts'
import { HALVES } from './carriers/carrierSimulators.ts'
import { MODES, WEBHOOK_MODES } from './wire/faults.ts'
import { CARRIER_OPERATIONS, OPERATIONS } from './wire/http.ts'
import { PHRASES } from './calls/languages.ts'
import { INBOUND_TEST_DIGITS, TEST_NUMBERS } from './calls/testNumbers.ts'
import type { SimulatorContext } from './calls/context.ts'

/** What can be done with the simulator, for whoever opens its address. */
export const guide = ({ url, speed }: SimulatorContext) => ({
  what: 'A simulator of voice providers and carriers: nobody is called or texted, nothing is charged',
  speed,
  providers: { retell: `${url}/retell`, vapi: `${url}/vapi` },
  carriers: { names: HALVES.map(({ carrier }) => carrier), base: `${url}/carriers/<host>` },
  languages: Object.keys(PHRASES),
  numbers: Object.fromEntries(Object.entries(TEST_NUMBERS).map(([digits, { description }]) => [`…${digits}`, description])),
  callers: [...INBOUND_TEST_DIGITS].sort().map((digits) => `…${digits}`),
  texts: Object.fromEntries(Object.entries(TEXT_FATES).map(([digits, { says }]) => [`…${digits}`, says])),
  addresses: {
    'GET /simulator/state': 'what there is, and the latest calls',
    'GET /simulator/requests': 'the latest requests to providers and carriers, and their answers',
    'POST /simulator/inbound': 'somebody calls a number: {provider, from, to}',
    'GET /simulator/carriers': 'accounts at carriers, with credentials and numbers',
    'POST /simulator/carriers/{carrier}/accounts': 'opens another: {state, numbers: [{phone_number, sms, voice, registered}]}',
    'GET /simulator/carriers/{carrier}/messages': 'the latest texts it took',
    'PUT /simulator/carriers/sinch/accounts/{account}/callback': "what a person sets on Sinch's dashboard: {url}, where texts go; null for nowhere",
    'POST /simulator/sms': 'somebody texts a number: {carrier, from, to, body, media}',
    'POST /simulator/faults': 'a fault, soon: {provider, operation, mode or status, times, delay_ms, placed}',
    'DELETE /simulator/faults': 'takes back the faults that have not happened yet',
  },
  faults: { operations: OPERATIONS, carrier_operations: CARRIER_OPERATIONS, modes: ['http400 to http599', ...MODES], webhook_modes: WEBHOOK_MODES },
})
