import { VOICE_ENGINES } from '../../kernel/vocabulary/engines.ts'
import { CARRIERS, isCarrier } from '../../kernel/vocabulary/carrierNames.ts'
import type { JsonObject } from '../../providers/provider.ts'
import { type Answer, CARRIER_OPERATIONS, createHtmlPage, type Operation, OPERATIONS, type Outcome, Refusal, type Site, type Vendor } from './http.ts'
import { asNumber, asObject } from './json.ts'

/** `malformed` responds 200 with an HTML page, `truncated` breaks off in the middle of the body, and `slow` sends the actual response late. */
export const FAULT_MODES = ['reset', 'hang', 'malformed', 'truncated', 'slow'] as const
/** Faults of webhooks. `forge` sends a forged copy first. */
export const WEBHOOK_FAULT_MODES = ['drop', 'duplicate', 'forge', 'delay'] as const
const DEFAULT_DELAY_MS = 3000
const MAX_DELAY_MS = 10 * 60 * 1000

export type FaultMode = (typeof FAULT_MODES)[number] | (typeof WEBHOOK_FAULT_MODES)[number] | `http${number}`

export interface Fault {
  /** Null means both voice providers. */
  provider: Vendor | null
  operation: Operation
  mode: FaultMode
  /** Number of further requests that it applies to. */
  times: number
  /** Real milliseconds, for `slow` and `delay`. */
  delay_ms: number
  /** For `place_call` and `send_sms`: whether the request is carried out despite the fault. */
  placed: boolean
}

/** Pending faults, oldest first. Each request takes at most one. */
export interface Faults {
  add(fault: Fault): void
  take(provider: Vendor, operation: Operation | null): Fault | null
  list(): Fault[]
  clear(): void
}

export function createFaults(): Faults {
  let pending: Fault[] = []
  const matchesOperation = (fault: Fault, operation: Operation | null) =>
    fault.operation === operation || (fault.operation === 'any' && operation !== 'webhook')
  return {
    add: (fault) => void pending.push(fault),
    take(provider, operation) {
      const isVoice = !isCarrier(provider)
      const fault = pending.find(
        (candidate) => (candidate.provider === null ? isVoice : candidate.provider === provider) && matchesOperation(candidate, operation),
      )
      if (!fault) return null
      fault.times -= 1
      pending = pending.filter((remaining) => remaining.times > 0)
      return fault
    },
    list: () => pending,
    clear: () => {
      pending = []
    },
  }
}

/** Parses a fault. Throws a Refusal for an invalid one. */
export function parseFault(body: JsonObject): Fault {
  const provider = body.provider === undefined ? null : parseChoice('provider', [...VOICE_ENGINES, ...CARRIERS], body.provider)
  const operation =
    provider && isCarrier(provider) ? parseChoice('operation', CARRIER_OPERATIONS, body.operation) : parseChoice('operation', OPERATIONS, body.operation)
  const fault: Fault = {
    provider,
    operation,
    mode: parseMode(operation, body),
    times: parseInteger('times', body.times, 1, 1, Number.MAX_SAFE_INTEGER),
    delay_ms: parseInteger('delay_ms', body.delay_ms, DEFAULT_DELAY_MS, 0, MAX_DELAY_MS),
    placed: body.placed === true,
  }
  if (fault.placed && operation !== 'place_call' && operation !== 'send_sms') throw new Refusal(400, 'placed belongs to place_call and send_sms')
  return fault
}

function parseMode(operation: Operation, body: JsonObject): FaultMode {
  if (operation === 'webhook') return parseChoice('mode', WEBHOOK_FAULT_MODES, body.mode)
  const status = body.status ?? asObject(body.mode).status ?? /^http(\d{3})$/.exec(String(body.mode))?.[1]
  if (status === undefined) return parseChoice('mode', FAULT_MODES, body.mode, ', http and a status, such as http503')
  return `http${parseInteger('status', Number(status), 0, 200, 599)}`
}

function parseChoice<T extends string>(name: string, choices: readonly T[], value: unknown, hint = ''): T {
  const choice = choices.find((item) => item === value)
  if (!choice) throw new Refusal(400, `${name} must be one of ${choices.join(', ')}${hint}`)
  return choice
}

function parseInteger(name: string, value: unknown, fallback: number, min: number, max: number): number {
  const integer = value === undefined ? fallback : asNumber(value, Number.NaN)
  if (!Number.isInteger(integer) || integer < min || integer > max) throw new Refusal(400, `${name} must be a whole number from ${min} to ${max}`)
  return integer
}

/** The response to a request with a fault. `result` is its actual response if it was carried out. */
export function faultOutcomeOf(site: Site, { mode }: Fault, result: Answer | null): Outcome {
  if (mode === 'hang' || mode === 'reset') return mode
  if (mode === 'malformed') return { ...createHtmlPage(502), status: 200 }
  if (mode === 'truncated') return { ...(result ?? { status: 200, body: site.refuse(200, site.wording.failed, {}) }), isTruncated: true }
  const status = Number(mode.slice('http'.length))
  if (status < 400) return { status, ...(result?.body === undefined ? {} : { body: result.body }) }
  throw new Refusal(status, status === 429 ? site.wording.throttled : site.wording.failed, status === 429 ? { 'retry-after': '1' } : {})
}
