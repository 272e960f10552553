import { VOICE_ENGINES } from '../../kernel/vocabulary/engines.ts'
import { CARRIERS, isCarrier } from '../../kernel/vocabulary/carrierNames.ts'
import type { JsonObject } from '../../providers/provider.ts'
import { type Answer, CARRIER_OPERATIONS, htmlPage, type Operation, OPERATIONS, type Outcome, Refusal, type Site, type Vendor } from './http.ts'
import { asNumber, asObject } from './json.ts'

/** `malformed` is 200 with a page of HTML, `truncated` an answer cut off in the middle; `slow` answers late but truly. */
export const MODES = ['reset', 'hang', 'malformed', 'truncated', 'slow'] as const
/** What befalls a webhook; a forged copy comes before the true one. */
export const WEBHOOK_MODES = ['drop', 'duplicate', 'forge', 'delay'] as const
const LATE_MS = 3000
const MAX_DELAY_MS = 10 * 60 * 1000

export type FaultMode = (typeof MODES)[number] | (typeof WEBHOOK_MODES)[number] | `http${number}`

export interface Fault {
  /** Null means both voice providers. */
  provider: Vendor | null
  operation: Operation
  mode: FaultMode
  /** How many more requests it befalls. */
  times: number
  /** Real milliseconds, of `slow` and `delay`. */
  delay_ms: number
  /** Of `place_call` and `send_sms`: it is done, whatever the answer. */
  placed: boolean
}

/** Faults waiting to happen, oldest first; each request takes at most one. */
export interface Faults {
  add(fault: Fault): void
  take(provider: Vendor, operation: Operation | null): Fault | null
  list(): Fault[]
  clear(): void
}

export function newFaults(): Faults {
  let waiting: Fault[] = []
  const befalls = (fault: Fault, operation: Operation | null) => fault.operation === operation || (fault.operation === 'any' && operation !== 'webhook')
  return {
    add: (fault) => void waiting.push(fault),
    take(provider, operation) {
      const isVoice = !isCarrier(provider)
      const fault = waiting.find((one) => (one.provider === null ? isVoice : one.provider === provider) && befalls(one, operation))
      if (!fault) return null
      fault.times -= 1
      waiting = waiting.filter((one) => one.times > 0)
      return fault
    },
    list: () => waiting,
    clear: () => {
      waiting = []
    },
  }
}

/** The fault that a request describes. Throws a Refusal that says what is wrong with it. */
export function readFault(body: JsonObject): Fault {
  const provider = body.provider === undefined ? null : oneOf('provider', [...VOICE_ENGINES, ...CARRIERS], body.provider)
  const operation = provider && isCarrier(provider) ? oneOf('operation', CARRIER_OPERATIONS, body.operation) : oneOf('operation', OPERATIONS, body.operation)
  const fault: Fault = {
    provider,
    operation,
    mode: modeOf(operation, body),
    times: whole('times', body.times, 1, 1, Number.MAX_SAFE_INTEGER),
    delay_ms: whole('delay_ms', body.delay_ms, LATE_MS, 0, MAX_DELAY_MS),
    placed: body.placed === true,
  }
  if (fault.placed && operation !== 'place_call' && operation !== 'send_sms') throw new Refusal(400, 'placed belongs to place_call and send_sms')
  return fault
}

function modeOf(operation: Operation, body: JsonObject): FaultMode {
  if (operation === 'webhook') return oneOf('mode', WEBHOOK_MODES, body.mode)
  const status = body.status ?? asObject(body.mode).status ?? /^http(\d{3})$/.exec(String(body.mode))?.[1]
  if (status === undefined) return oneOf('mode', MODES, body.mode, ', http and a status, such as http503')
  return `http${whole('status', Number(status), 0, 200, 599)}`
}

function oneOf<T extends string>(name: string, choices: readonly T[], given: unknown, more = ''): T {
  const choice = choices.find((value) => value === given)
  if (!choice) throw new Refusal(400, `${name} must be one of ${choices.join(', ')}${more}`)
  return choice
}

function whole(name: string, given: unknown, fallback: number, least: number, most: number): number {
  const number = given === undefined ? fallback : asNumber(given, Number.NaN)
  if (!Number.isInteger(number) || number < least || number > most) throw new Refusal(400, `${name} must be a whole number from ${least} to ${most}`)
  return number
}

/** How a request is answered that a fault befell; `truth` is the answer it would have had, where it was carried out. */
export function faultyOutcome(site: Site, { mode }: Fault, truth: Answer | null): Outcome {
  if (mode === 'hang' || mode === 'reset') return mode
  if (mode === 'malformed') return { ...htmlPage(502), status: 200 }
  if (mode === 'truncated') return { ...(truth ?? { status: 200, body: site.refuse(200, site.wording.failed, {}) }), cut: true }
  const status = Number(mode.slice('http'.length))
  if (status < 400) return { status, ...(truth?.body === undefined ? {} : { body: truth.body }) }
  throw new Refusal(status, status === 429 ? site.wording.throttled : site.wording.failed, status === 429 ? { 'retry-after': '1' } : {})
}
