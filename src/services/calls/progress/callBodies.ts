import { parseForeign, storable } from '../../../kernel/json/foreignJson.ts'
import { BODIES } from '../../../providers/bodies.ts'
import type { CallSnapshot, ProviderEvent, ProviderName } from '../../../providers/provider.ts'

/** Providers' own bodies are nested six deep. */
const MAX_NESTED = 64
/** An hour of conversation with every word timed, told three times over, has a third of them. */
const MAX_VALUES = 500_000
/** Characters of an analysis in JSON: fifty answers take a tenth of them. */
const MAX_ANALYSIS = 131_072

export interface Read {
  event: ProviderEvent
  /** To be stored, as JSON. */
  text: string
}

/** What a webhook's bytes tell. Throws Malformed. */
export function read(provider: ProviderName, raw: Uint8Array): Read {
  const body = parseForeign(raw, MAX_NESTED, MAX_VALUES)
  const { parseEvent, withoutAudio } = BODIES[provider]
  return { event: bounded(parseEvent(body)), text: JSON.stringify(storable(withoutAudio(body))) }
}

/** What a stored body tells. */
export const eventIn = (provider: ProviderName, text: string): ProviderEvent => bounded(BODIES[provider].parseEvent(JSON.parse(text)))

const bounded = (event: ProviderEvent): ProviderEvent => (event.type === 'call' ? { ...event, call: withinBounds(event.call) } : event)

/** Without answers that are too much to be answers, whether a webhook or the provider's API brings them: nobody asked for so many. */
export function withinBounds<Call extends CallSnapshot>(call: Call): Call {
  if (!call.analysis || JSON.stringify(call.analysis).length <= MAX_ANALYSIS) return call
  return { ...call, analysis: null, isAnalysisTooLong: true }
}
