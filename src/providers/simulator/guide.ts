import { MODES, WEBHOOK_MODES } from './faults.ts'
import { OPERATIONS } from './http.ts'
import { PHRASES } from './languages.ts'
import { INBOUND, MAGIC } from './magic.ts'
import type { World } from './world.ts'

/** What can be done with the simulator, for whoever opens its address. */
export const guide = ({ url, speed }: World) => ({
  what: 'A simulator of voice providers: nobody is called, nothing is charged',
  speed,
  providers: { retell: `${url}/retell`, vapi: `${url}/vapi` },
  languages: Object.keys(PHRASES),
  numbers: Object.fromEntries(Object.entries(MAGIC).map(([digits, { says }]) => [`…${digits}`, says])),
  callers: [...INBOUND].sort().map((digits) => `…${digits}`),
  addresses: {
    'GET /simulator/state': 'what there is, and the latest calls',
    'GET /simulator/requests': 'the latest requests to either provider, and their answers',
    'POST /simulator/inbound': 'somebody calls a number: {provider, from, to}',
    'POST /simulator/faults': 'a fault, soon: {provider, operation, mode or status, times, delay_ms, placed}',
    'DELETE /simulator/faults': 'takes back the faults that have not happened yet',
  },
  faults: { operations: OPERATIONS, modes: ['http400 to http599', ...MODES], webhook_modes: WEBHOOK_MODES },
})
