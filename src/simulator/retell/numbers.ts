import { nowMs } from '../../kernel/lib/clock.ts'
import type { JsonObject } from '../../providers/provider.ts'
import { type Answer, Refusal, type Request, type Route, route } from '../wire/http.ts'
import { asList, asObject, asText, omit } from '../wire/json.ts'
import { requireRow } from './agents.ts'
import { pageOptionsOf, toPage } from './lists.ts'
import { isE164 } from '../calls/scenario.ts'
import type { SimulatorContext } from '../calls/context.ts'

const AGENT_LISTS = ['inbound_agents', 'outbound_agents']

/** Retell's phone numbers, imported with their SIP trunk. The password is never returned. */
export function retellNumberRoutes({ tables: { retellNumbers, agents } }: SimulatorContext): Route[] {
  async function importNumber({ body }: Request): Promise<Answer> {
    const number = asText(body.phone_number)
    if (!number) throw new Refusal(400, 'phone_number is required')
    if (!asText(body.termination_uri)) throw new Refusal(400, 'termination_uri is required')
    if (body.ignore_e164_validation === false && !isE164(number)) throw new Refusal(400, 'phone_number is not a valid E.164 number')
    if (retellNumbers.get(number)) throw new Refusal(400, `Phone number ${number} already exists.`)
    requireAgents(body)
    const row = {
      phone_number_type: 'custom',
      phone_number_pretty: number,
      last_modification_timestamp: nowMs(),
      ...omit(body, 'termination_uri', 'sip_trunk_auth_username', 'sip_trunk_auth_password', 'transport', 'ignore_e164_validation'),
      sip_outbound_trunk_config: {
        termination_uri: body.termination_uri,
        auth_username: body.sip_trunk_auth_username ?? null,
        transport: body.transport ?? 'TCP',
      },
    }
    await retellNumbers.save(number, row)
    return { status: 201, body: row }
  }

  async function updateNumber({ params, body }: Request): Promise<Answer> {
    const stored = requireRow(retellNumbers, params.id!)
    requireAgents(body)
    const trunk = Object.fromEntries(['termination_uri', 'auth_username', 'transport'].flatMap((name) => (name in body ? [[name, body[name]]] : [])))
    const row: JsonObject = {
      ...stored,
      ...omit(body, 'phone_number', 'auth_password', ...Object.keys(trunk)),
      sip_outbound_trunk_config: { ...asObject(stored.sip_outbound_trunk_config), ...trunk },
      last_modification_timestamp: nowMs(),
    }
    await retellNumbers.save(params.id!, row)
    return { status: 200, body: row }
  }

  function requireAgents(body: JsonObject): void {
    for (const list of AGENT_LISTS) for (const { agent_id } of asList(body[list]).map(asObject)) requireRow(agents, asText(agent_id))
  }

  return [
    route('POST /import-phone-number', importNumber, 'import_number'),
    route('GET /get-phone-number/:id', ({ params }) => ({ status: 200, body: requireRow(retellNumbers, params.id!) })),
    route('PATCH /update-phone-number/:id', updateNumber),
    route(
      'DELETE /delete-phone-number/:id',
      async ({ params }) => {
        requireRow(retellNumbers, params.id!)
        await retellNumbers.remove(params.id!)
        return { status: 204 }
      },
      'delete',
    ),
    route('GET /v2/list-phone-numbers', (request) => {
      const rows = retellNumbers.all().map((number) => ({ id: asText(number.phone_number), number }))
      const { items, ...rest } = toPage(rows, pageOptionsOf(request))
      return { status: 200, body: { ...rest, items: items.map(({ number }) => number) } }
    }),
  ]
}
