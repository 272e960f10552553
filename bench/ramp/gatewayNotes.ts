import { spread, type Spread } from './spread.ts'

/** What the gateway saw, with times in milliseconds since the epoch. */
export interface GatewayReport {
  /** From the arrival of a webhook to its response, in milliseconds. Refused ones are not among them. */
  acknowledgement: Spread
  /** Webhooks that got no 2xx response, and those that came again afterwards. */
  refused: number
  repeated: number
  /** The lines of the sampled calls by provider's call ID: when each was spoken, and when its webhook arrived first. */
  lines: Record<string, { spokenAt: number; arrivedAt: number }[]>
  /** All ended calls by provider's call ID. */
  ends: Record<string, CallEnd>
}

export interface CallEnd {
  /** When the call ended, and when the provider's last report of it arrived first. */
  endedAt: number | null
  reportedAt: number | null
}

interface TimedCall {
  start_timestamp?: number
  end_timestamp?: number
  duration_ms?: number
  transcript_object?: { words: { end: number }[] }[]
}

/** The beginning of a webhook's body with its event and call. */
const HEAD_BYTES = 200
const HEAD = /"event":"(\w+)".*?"call_id":"(\w+)"/
type Webhook = string

export type GatewayNotes = ReturnType<typeof createGatewayNotes>

/** Notes about webhooks. It reads the lines only of calls whose ID ends in one of the characters of `sample`, so that it costs little. */
export function createGatewayNotes(speed: number, sample: string) {
  const acknowledged: number[] = []
  const refusedWebhooks = new Set<Webhook>()
  const report: Omit<GatewayReport, 'acknowledgement'> = { refused: 0, repeated: 0, lines: {}, ends: {} }

  function noteLine(id: string, { start_timestamp: answeredAt = 0, transcript_object: lines = [] }: TimedCall, arrivedAt: number) {
    const spokenFor = (lines.at(-1)?.words.at(-1)?.end ?? 0) * 1000
    const known = (report.lines[id] ??= [])
    known[lines.length - 1] ??= { spokenAt: answeredAt + spokenFor / speed, arrivedAt }
  }

  function noteEnd(id: string, event: string, call: TimedCall, arrivedAt: number) {
    const end = (report.ends[id] ??= { endedAt: null, reportedAt: null })
    const { start_timestamp: answeredAt, duration_ms: duration = 0, end_timestamp: endedAt = arrivedAt } = call
    end.endedAt ??= answeredAt === undefined ? endedAt : answeredAt + duration / speed
    if (event === 'call_analyzed') end.reportedAt ??= arrivedAt
  }

  return {
    /** Notes a webhook that has arrived. Returns what identifies it. */
    arrived(body: Buffer, arrivedAt: number): Webhook {
      const [, event = '', id = ''] = HEAD.exec(body.toString('latin1', 0, HEAD_BYTES)) ?? []
      const read = () => (JSON.parse(body.toString()) as { call: TimedCall }).call
      if (event === 'transcript_updated' && sample.includes(id.at(-1)!)) noteLine(id, read(), arrivedAt)
      if (event === 'call_ended' || event === 'call_analyzed') noteEnd(id, event, read(), arrivedAt)
      const webhook = `${event} ${id} ${body.length}`
      if (refusedWebhooks.delete(webhook)) report.repeated += 1
      return webhook
    },
    answered(webhook: Webhook, status: number, ms: number) {
      if (status >= 200 && status < 300) return void acknowledged.push(ms)
      report.refused += 1
      refusedWebhooks.add(webhook)
    },
    read: (): GatewayReport => ({ ...report, acknowledgement: spread(acknowledged) }),
  }
}
