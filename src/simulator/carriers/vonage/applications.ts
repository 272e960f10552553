import type { JsonObject } from '../../../providers/provider.ts'
import { type Answer, Refusal, type Request, type Route, route } from '../../wire/http.ts'
import { asObject, asText } from '../../wire/json.ts'
import { isOfType, isWebAddress, strangerIn } from '../validation.ts'
import type { CarrierWorld, SimAccount } from '../types.ts'
import { invalid, WORDING } from './errors.ts'

const CAPABILITIES = ['voice', 'messages', 'rtc', 'vbc', 'verify', 'meetings', 'bulk', 'video', 'network_apis']

const webhooksOf = ({ keys }: SimAccount) => asObject(asObject(asObject(asObject(keys.application).capabilities).messages).webhooks)

/** Where the application has Vonage send texts or what becomes of them; null when it has none sent. */
export const addressOf = (account: SimAccount, name: 'inbound_url' | 'status_url'): string | null => asText(asObject(webhooksOf(account)[name]).address) || null

/** Each number tells where its texts go; Vonage keeps that on the application that it is linked to. */
export async function mirror(context: CarrierWorld, account: SimAccount): Promise<void> {
  const { application_id: id } = account.credentials
  for (const line of context.lines(account)) await context.saveLine({ ...line, inboundUrl: line.more.app_id === id ? addressOf(account, 'inbound_url') : null })
}

/** The Applications API, with the one application that each account has. */
export function applicationRoutes(context: CarrierWorld, callerOf: (authorization: string | undefined) => SimAccount): Route[] {
  function owner({ headers, params }: Request): SimAccount {
    const account = callerOf(headers.authorization)
    if (params.id !== account.credentials.application_id) throw new Refusal(404, WORDING.notFound())
    return account
  }

  const view = (account: SimAccount): Answer => ({
    status: 200,
    body: { ...asObject(account.keys.application), _links: { self: { href: `/v2/applications/${account.credentials.application_id}` } } },
  })

  async function replace(request: Request): Promise<Answer> {
    const account = owner(request)
    judge(request)
    const { id: _id, ...given } = request.body
    account.keys.application = { keys: asObject(account.keys.application).keys, capabilities: {}, ...given, id: account.credentials.application_id }
    await context.saveAccount(account)
    await mirror(context, account)
    return view(account)
  }

  return [route('GET /v2/applications/:id', (request) => view(owner(request)), 'verify'), route('PUT /v2/applications/:id', replace, 'route_sms')]
}

const refused = (name: string, reason: string) => invalid(400, '/application#payload-validation', name, reason)

/** Throws when an application is not as it must be. */
function judge(request: Request): void {
  if (!isOfType(request, 'application/json')) throw new Refusal(415, 'The Content-Type must be application/json')
  const { body } = request
  const stranger = strangerIn(body, ['id', 'name', 'keys', 'privacy', 'capabilities'])
  if (stranger !== null) throw refused(stranger, 'is not known')
  if (!asText(body.name)) throw refused('name', 'is required')
  const capabilities = asObject(body.capabilities)
  const unknown = strangerIn(capabilities, CAPABILITIES)
  if (unknown !== null) throw refused(`capabilities.${unknown}`, 'is not known')
  if (capabilities.messages !== undefined) judgeMessages(asObject(capabilities.messages))
}

function judgeMessages({ webhooks, version }: JsonObject): void {
  const at = 'capabilities.messages'
  if (version !== undefined && version !== 'v1' && version !== 'v0.1') throw refused(`${at}.version`, 'must be one of: v0.1, v1')
  for (const name of ['inbound_url', 'status_url']) {
    const { address, http_method: method } = asObject(asObject(webhooks)[name])
    if (!isWebAddress(address)) throw refused(`${at}.webhooks.${name}.address`, 'must be a valid URL')
    if (method !== 'POST') throw refused(`${at}.webhooks.${name}.http_method`, 'must be one of: POST')
  }
}
