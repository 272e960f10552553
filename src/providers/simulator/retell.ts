import { CONCURRENCY_LIMIT } from './calls.ts'
import { type Answer, Refusal, type Request, type Route, route, type Site } from './http.ts'
import { asText, without } from './json.ts'
import { found, retellAgentRoutes } from './retellAgents.ts'
import { retellCallRoutes } from './retellCalls.ts'
import { isE164, isInvalidVoice, isUnavailableVoice } from './scenario.ts'
import type { World } from './world.ts'

const VOICES = ['retell-Cimo', '11labs-Adrian', 'openai-Alloy', 'cartesia-Brooke']
const VOICE_MAKERS: Record<string, string> = { '11labs': 'elevenlabs', openai: 'openai', deepgram: 'deepgram', cartesia: 'cartesia' }

/** Retell's API under `/retell`. */
export function retellSite(world: World): Site {
  return {
    prefix: '/retell',
    routes: [...retellAgentRoutes(world), ...numberRoutes(world), ...retellCallRoutes(world), ...accountRoutes(world)],
    authorize(_path, bearer) {
      if (bearer !== world.retellApiKey) throw new Refusal(401, 'API key is missing or invalid.')
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

function numberRoutes({ tables: { retellNumbers } }: World): Route[] {
  async function importNumber({ body }: Request): Promise<Answer> {
    const number = asText(body.phone_number)
    if (!number) throw new Refusal(400, 'phone_number is required')
    if (!asText(body.termination_uri)) throw new Refusal(400, 'termination_uri is required')
    if (body.ignore_e164_validation === false && !isE164(number)) throw new Refusal(400, 'phone_number is not a valid E.164 number')
    if (retellNumbers.get(number)) throw new Refusal(400, `Phone number ${number} already exists.`)
    const row = {
      phone_number_type: 'custom',
      phone_number_pretty: number,
      last_modification_timestamp: Date.now(),
      ...without(body, 'termination_uri', 'sip_trunk_auth_username', 'sip_trunk_auth_password', 'transport', 'ignore_e164_validation'),
      sip_outbound_trunk_config: {
        termination_uri: body.termination_uri,
        auth_username: body.sip_trunk_auth_username ?? null,
        transport: body.transport ?? 'TCP',
      },
    }
    await retellNumbers.save(number, row)
    return { status: 201, body: row }
  }

  async function update({ params, body }: Request): Promise<Answer> {
    const row = { ...found(retellNumbers, params.id!), ...without(body, 'phone_number'), last_modification_timestamp: Date.now() }
    await retellNumbers.save(params.id!, row)
    return { status: 200, body: row }
  }

  return [
    route('POST /import-phone-number', importNumber),
    route('GET /get-phone-number/:id', ({ params }) => ({ status: 200, body: found(retellNumbers, params.id!) })),
    route('PATCH /update-phone-number/:id', update),
    route('DELETE /delete-phone-number/:id', async ({ params }) => {
      found(retellNumbers, params.id!)
      await retellNumbers.remove(params.id!)
      return { status: 204 }
    }),
    route('GET /v2/list-phone-numbers', () => ({ status: 200, body: { items: retellNumbers.all(), has_more: false } })),
  ]
}

const accountRoutes = ({ calls }: World): Route[] => [
  route('GET /get-concurrency', () => ({
    status: 200,
    body: {
      current_concurrency: calls.live('retell'),
      concurrency_limit: CONCURRENCY_LIMIT,
      base_concurrency: CONCURRENCY_LIMIT,
      purchased_concurrency: 0,
      concurrency_purchase_limit: 0,
      remaining_purchase_limit: 0,
    },
  })),
  route('GET /get-api-key-info', () => ({ status: 200, body: { api_key_name: 'Simulator', org_name: 'Simulator' } })),
  route('GET /list-voices', () => ({ status: 200, body: VOICES.map(voice) })),
  route('GET /get-voice/:id', ({ params }) => {
    if (isUnavailableVoice(params.id!)) throw new Refusal(503, 'The voice provider is not available at the moment.')
    if (isInvalidVoice(params.id!)) throw new Refusal(422, `Voice ${params.id} not found`)
    return { status: 200, body: voice(params.id!) }
  }),
]

/** Every voice but those named invalid, missing or unavailable exists. */
function voice(id: string) {
  const [maker = '', name = ''] = id.split('-')
  return { voice_id: id, voice_name: name || id, provider: VOICE_MAKERS[maker] ?? 'platform', gender: 'female' }
}
