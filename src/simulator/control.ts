import { nowMs } from '../kernel/lib/clock.ts'
import { parseRange, renderRecording } from './calls/audio.ts'
import { type Faults, readFault } from './wire/faults.ts'
import { guide } from './guide.ts'
import { type Answer, Refusal, type Request, type Route, route, type Site } from './wire/http.ts'
import { somebodyCalls } from './inbound.ts'
import type { LoggedRequest } from './requestHandler.ts'
import { completionTimeOf, spokenLinesOf, talkSecondsOf } from './calls/timeline.ts'
import type { SimulatorContext } from './calls/context.ts'

const LISTED_CALLS = 1000
const TRANSIENT_AUDIO_MS = 10 * 60 * 1000

/**
 * The simulator's own addresses: what it holds, what it was asked, callers and faults on demand, the recordings, and
 * `more` about carriers. No key is needed.
 */
export function controlSite(context: SimulatorContext, faults: Faults, requests: LoggedRequest[], more: Route[]): Site {
  const { calls, tables } = context

  function state(): Answer {
    const all = calls.listAll()
    const listed = all
      .slice(-LISTED_CALLS)
      .reverse()
      .map((call) => ({
        provider: call.provider,
        id: call.id,
        direction: call.direction,
        from: call.from || null,
        to: call.to,
        scenario: call.scenario,
        webhooks: call.webhooks,
        phase: calls.phaseOf(call),
        delivered: call.delivered,
      }))
    const count = (table: { all(): unknown[] }) => table.all().length
    const counts = {
      retell: { agents: count(tables.agents), llms: count(tables.llms), numbers: count(tables.retellNumbers), knowledge_bases: count(tables.retellKnowledge) },
      vapi: {
        assistants: count(tables.assistants),
        numbers: count(tables.vapiNumbers),
        files: count(tables.vapiFiles),
        credentials: count(tables.credentials),
      },
      calls: { total: all.length, live: calls.countActive('retell') + calls.countActive('vapi') },
    }
    return { status: 200, body: { speed: context.speed, counts, calls: listed, faults: faults.list() } }
  }

  function addFault({ body }: Request): Answer {
    const fault = readFault(body)
    const told = { ...fault }
    faults.add(fault)
    return { status: 201, body: told }
  }

  function recording({ params, headers }: Request): Answer {
    const call = calls.get(params.id!)
    const seconds = call && ['ended', 'analyzed'].includes(calls.phaseOf(call)) ? talkSecondsOf(call) : null
    const gone = call?.audio === 'none' || (call?.audio === 'transient' && nowMs() > completionTimeOf(call) + TRANSIENT_AUDIO_MS)
    if (!call || seconds === null || gone) throw new Refusal(404, 'No such recording')
    const file = renderRecording(seconds, spokenLinesOf(call))
    const range = parseRange(headers.range, file.length)
    const common = { 'content-type': 'audio/wav', 'accept-ranges': 'bytes' }
    if (range === 'unsatisfiable') return { status: 416, headers: { 'content-range': `bytes */${file.length}` } }
    if (!range) return { status: 200, body: file, headers: common }
    const { first, last } = range
    return { status: 206, body: file.subarray(first, last + 1), headers: { ...common, 'content-range': `bytes ${first}-${last}/${file.length}` } }
  }

  return {
    prefix: '',
    provider: null,
    routes: [
      route('GET /simulator', () => ({ status: 200, body: guide(context) })),
      route('GET /simulator/state', state),
      route('GET /simulator/requests', () => ({ status: 200, body: requests })),
      route('POST /simulator/inbound', (request) => somebodyCalls(context, request)),
      route('POST /simulator/faults', addFault),
      route('DELETE /simulator/faults', () => {
        faults.clear()
        return { status: 204 }
      }),
      route('GET /recordings/:id.wav', recording),
      ...more,
    ],
    authorize() {},
    refuse: (_status, message) => ({ error: message }),
    wording: {
      notFound: (method, path) => `There is no ${method} ${path}`,
      malformed: 'The body must be a JSON object',
      failed: 'Something went wrong',
      throttled: 'Too many requests',
    },
  }
}
