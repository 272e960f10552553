import { MAX_CONCURRENT_CALLS } from '../calls/calls.ts'
import { Refusal, type Route, route, type Site } from '../wire/http.ts'
import { retellAgentRoutes } from './agents.ts'
import { retellCallRoutes } from './calls.ts'
import { retellKnowledgeRoutes } from './knowledge.ts'
import { retellNumberRoutes } from './numbers.ts'
import { isInvalidVoice, isUnavailableVoice } from '../calls/scenario.ts'
import type { SimulatorContext } from '../calls/context.ts'

const VOICES = ['retell-Cimo', '11labs-Adrian', 'openai-Alloy', 'cartesia-Brooke']
const VOICE_PROVIDERS: Record<string, string> = { '11labs': 'elevenlabs', openai: 'openai', deepgram: 'deepgram', cartesia: 'cartesia' }

/** Retell's API under `/retell`. */
export function retellSite(context: SimulatorContext): Site {
  return {
    prefix: '/retell',
    provider: 'retell',
    routes: [
      ...retellAgentRoutes(context),
      ...retellKnowledgeRoutes(context),
      ...retellNumberRoutes(context),
      ...retellCallRoutes(context),
      ...accountRoutes(context),
    ],
    authorize(_path, bearer) {
      if (bearer !== context.retellApiKey) throw new Refusal(401, 'API key is missing or invalid.')
    },
    refuse: (_status, message) => ({ status: 'error', message }),
    wording: {
      notFound: () => 'Not Found',
      malformed: 'Invalid request format, please check API reference.',
      failed: 'An unexpected server error occurred.',
      throttled: 'Account rate limited, please throttle your requests.',
    },
  }
}

const accountRoutes = ({ calls }: SimulatorContext): Route[] => [
  route('GET /get-concurrency', () => ({
    status: 200,
    body: {
      current_concurrency: calls.countActive('retell'),
      concurrency_limit: MAX_CONCURRENT_CALLS,
      base_concurrency: MAX_CONCURRENT_CALLS,
      purchased_concurrency: 0,
      concurrency_purchase_limit: 0,
      remaining_purchase_limit: 0,
    },
  })),
  route('GET /get-api-key-info', () => ({ status: 200, body: { api_key_name: 'Simulator', org_name: 'Simulator' } })),
  route('GET /list-voices', () => ({ status: 200, body: VOICES.map(toVoice) })),
  route('GET /get-voice/:id', ({ params }) => {
    if (isUnavailableVoice(params.id!)) throw new Refusal(503, 'The voice provider is not available at the moment.')
    if (isInvalidVoice(params.id!)) throw new Refusal(422, `Voice ${params.id} not found`)
    return { status: 200, body: toVoice(params.id!) }
  }),
]

/** Every voice exists, except those named invalid, missing or unavailable. */
function toVoice(id: string) {
  const [prefix = '', name = ''] = id.split('-')
  const provider = Object.hasOwn(VOICE_PROVIDERS, prefix) ? VOICE_PROVIDERS[prefix] : 'platform'
  return { voice_id: id, voice_name: name || id, provider, gender: 'female' }
}
