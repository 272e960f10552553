import { nowMs } from '../kernel/lib/clock.ts'
import { parseRange, renderRecording } from './calls/audio.ts'
import { type Faults, parseFault } from './wire/faults.ts'
import { guide } from './guide.ts'
import { type Answer, Refusal, type Request, type Route, route, type Site } from './wire/http.ts'
import { receiveCall } from './inbound.ts'
import type { LoggedRequest } from './requestHandler.ts'
import { completionTimeOf, spokenLinesOf, talkSecondsOf } from './calls/timeline.ts'
import type { SimulatorContext } from './calls/context.ts'

const MAX_LISTED_CALLS = 1000
const TRANSIENT_AUDIO_TTL_MS = 10 * 60 * 1000

/** The simulator's own API: state, logged requests, inbound calls, faults, recordings, and the given routes. Requires no key. */
export function controlSite(context: SimulatorContext, faults: Faults, requests: LoggedRequest[], routes: Route[]): Site {
  const { calls, tables } = context

  function getState(): Answer {
    const all = calls.listAll()
    const listed = all
      .slice(-MAX_LISTED_CALLS)
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
    const parsed = parseFault(body)
    const fault = { ...parsed }
    faults.add(parsed)
    return { status: 201, body: fault }
  }

  function getRecording({ params, headers }: Request): Answer {
    const call = calls.get(params.id!)
    const seconds = call && ['ended', 'analyzed'].includes(calls.phaseOf(call)) ? talkSecondsOf(call) : null
    const isDeleted = call?.audio === 'none' || (call?.audio === 'transient' && nowMs() > completionTimeOf(call) + TRANSIENT_AUDIO_TTL_MS)
    if (!call || seconds === null || isDeleted) throw new Refusal(404, 'No such recording')
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
      route('GET /simulator/state', getState),
      route('GET /simulator/requests', () => ({ status: 200, body: requests })),
      route('POST /simulator/inbound', (request) => receiveCall(context, request)),
      route('POST /simulator/faults', addFault),
      route('DELETE /simulator/faults', () => {
        faults.clear()
        return { status: 204 }
      }),
      route('GET /recordings/:id.wav', getRecording),
      ...routes,
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
