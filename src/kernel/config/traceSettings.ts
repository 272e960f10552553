import { z } from 'zod'
import { splitList } from './settingTypes.ts'

/** Parses a list of headers as OpenTelemetry writes it. Returns null if it is none. */
export function parseHeaders(text: string): Record<string, string> | null {
  const entries = splitList(text).map((entry) => /^([\w-]+)\s*=\s*([\x21-\x7e]*)$/.exec(entry))
  try {
    const headers = entries.map((entry) => [entry![1]!.toLowerCase(), decodeURIComponent(entry![2]!)] as const)
    return headers.every(([, value]) => /^[\x20-\x7e]*$/.test(value)) ? Object.fromEntries(headers) : null
  } catch {
    return null
  }
}

/** The URL at which the collector of an endpoint takes traces. */
export const tracesUrlOf = (endpoint: string) => new URL(`${endpoint.replace(/\/+$/, '')}/v1/traces`)

const SAMPLERS = ['always_on', 'always_off', 'traceidratio', 'parentbased_always_on', 'parentbased_always_off', 'parentbased_traceidratio'] as const

/** Returns the share of new traces that a sampler records, and whether it follows the caller of a request. */
export const samplingOf = (sampler: (typeof SAMPLERS)[number], ratio: number) => ({
  share: sampler.endsWith('always_on') ? 1 : sampler.endsWith('always_off') ? 0 : ratio,
  followsCallers: sampler.startsWith('parentbased_'),
})

const isTraceUrl = (text: string) =>
  /^https?:/.test(text) && text.includes('{traceId}') && text.length <= 2048 && URL.canParse(text.replaceAll('{traceId}', '0'))

/** The settings of traces, a part of all settings (`env.ts`). */
export const TRACE_SETTINGS = {
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/ })
    .refine((text) => !/[@?#]/.test(text), 'must be a URL without a user name, query or fragment')
    .optional()
    .describe('Base URL of an OpenTelemetry collector that gets traces as OTLP over HTTP, such as http://127.0.0.1:4318. Without it, nothing is traced.'),
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .refine((text) => parseHeaders(text) !== null, 'must be a comma-separated list of name=value, with characters such as spaces and commas percent-encoded')
    .optional()
    .describe('Headers that the collector requires, such as a token: a comma-separated list of name=value. Values are percent-encoded.'),
  OTEL_SERVICE_NAME: z.string().min(1).max(100).default('callwright').describe('Name of this server in traces.'),
  OTEL_TRACES_SAMPLER: z
    .enum(SAMPLERS)
    .default('traceidratio')
    .describe(
      'Which traces are recorded: all (always_on), none (always_off), or a share (traceidratio). With parentbased_ before it, the traceparent header of a request decides if it has one.',
    ),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1).describe('Share of traces that traceidratio records, from 0 to 1.'),
  TRACE_URL: z
    .string()
    .refine((text) => isTraceUrl(text), 'must be an http or https URL that contains {traceId}')
    .optional()
    .describe(
      'URL of a trace in your tracing tool, such as https://tempo.example.com/trace/{traceId}. A traced call in the dashboard then links to it, for all members.',
    ),
}
