import { parseUntrustedJson, toStorableJson } from '../../../kernel/json/untrustedJson.ts'
import { WEBHOOK_PARSERS } from '../../../providers/webhookParsers.ts'
import type { CallSnapshot, ProviderEvent, ProviderName } from '../../../providers/provider.ts'

/** Maximum nesting depth. Providers' bodies are nested six deep. */
const MAX_DEPTH = 64
/** Maximum number of JSON values. An hour of conversation with word timings, sent three times, has a third of them. */
const MAX_VALUES = 500_000
/** Maximum length of an analysis as JSON, in characters. Fifty answers take a tenth of it. */
const MAX_ANALYSIS_LENGTH = 131_072

export interface ParsedBody {
  event: ProviderEvent
  /** The body to store, as JSON. */
  text: string
}

/** Parses the body of a webhook. Throws MalformedJsonError. */
export function parseBody(provider: ProviderName, raw: Uint8Array): ParsedBody {
  const body = parseUntrustedJson(raw, MAX_DEPTH, MAX_VALUES)
  const { parseEvent, toStored } = WEBHOOK_PARSERS[provider]
  return { event: limitEvent(parseEvent(body)), text: toStorableJson(toStored(body)) }
}

/** Parses a stored body. */
export const parseStoredEvent = (provider: ProviderName, text: string): ProviderEvent => limitEvent(WEBHOOK_PARSERS[provider].parseEvent(JSON.parse(text)))

const limitEvent = (event: ProviderEvent): ProviderEvent => (event.type === 'call' ? { ...event, call: dropLongAnalysis(event.call) } : event)

/** Drops an analysis that is too long to be genuine, from a webhook or from the provider's API. */
export function dropLongAnalysis<Call extends CallSnapshot>(call: Call): Call {
  if (!call.analysis || JSON.stringify(call.analysis).length <= MAX_ANALYSIS_LENGTH) return call
  return { ...call, analysis: null, isAnalysisTooLong: true }
}
