import type { JsonObject } from '../../../providers/provider.ts'
import { type Answer, Refusal, type Request, type Route, route } from '../../wire/http.ts'
import { asObject, asText } from '../../wire/json.ts'
import { hasContentType, isWebUrl, findUnknownField } from '../validation.ts'
import type { CarrierContext, SimAccount } from '../types.ts'
import { createParameterError, WORDING } from './errors.ts'

const CAPABILITIES = ['voice', 'messages', 'rtc', 'vbc', 'verify', 'meetings', 'bulk', 'video', 'network_apis']

const webhooksOf = ({ keys }: SimAccount) => asObject(asObject(asObject(asObject(keys.application).capabilities).messages).webhooks)

/** The application's webhook URL for inbound messages or statuses; null if none is set. */
export const webhookUrlOf = (account: SimAccount, name: 'inbound_url' | 'status_url'): string | null =>
  asText(asObject(webhooksOf(account)[name]).address) || null

/** Copies the application's webhook URL to its numbers, since Vonage stores it on the application. */
export async function updateInboundUrls(context: CarrierContext, account: SimAccount): Promise<void> {
  const { application_id: id } = account.credentials
  for (const phoneNumber of context.numbers(account))
    await context.saveNumber({ ...phoneNumber, inboundUrl: phoneNumber.more.app_id === id ? webhookUrlOf(account, 'inbound_url') : null })
}

/** The Applications API. Each account has one application. */
export function applicationRoutes(context: CarrierContext, callerOf: (authorization: string | undefined) => SimAccount): Route[] {
  function requireOwner({ headers, params }: Request): SimAccount {
    const account = callerOf(headers.authorization)
    if (params.id !== account.credentials.application_id) throw new Refusal(404, WORDING.notFound())
    return account
  }

  const toView = (account: SimAccount): Answer => ({
    status: 200,
    body: { ...asObject(account.keys.application), _links: { self: { href: `/v2/applications/${account.credentials.application_id}` } } },
  })

  async function replace(request: Request): Promise<Answer> {
    const account = requireOwner(request)
    validateApplication(request)
    const { id: _id, ...settings } = request.body
    account.keys.application = { keys: asObject(account.keys.application).keys, capabilities: {}, ...settings, id: account.credentials.application_id }
    await context.saveAccount(account)
    await updateInboundUrls(context, account)
    return toView(account)
  }

  return [route('GET /v2/applications/:id', (request) => toView(requireOwner(request)), 'verify'), route('PUT /v2/applications/:id', replace, 'route_sms')]
}

const createFieldError = (name: string, reason: string) => createParameterError(400, '/application#payload-validation', name, reason)

/** Throws a Refusal for an invalid application. */
function validateApplication(request: Request): void {
  if (!hasContentType(request, 'application/json')) throw new Refusal(415, 'The Content-Type must be application/json')
  const { body } = request
  const unknownField = findUnknownField(body, ['id', 'name', 'keys', 'privacy', 'capabilities'])
  if (unknownField !== null) throw createFieldError(unknownField, 'is not known')
  if (!asText(body.name)) throw createFieldError('name', 'is required')
  const capabilities = asObject(body.capabilities)
  const unknownCapability = findUnknownField(capabilities, CAPABILITIES)
  if (unknownCapability !== null) throw createFieldError(`capabilities.${unknownCapability}`, 'is not known')
  if (capabilities.messages !== undefined) validateMessages(asObject(capabilities.messages))
}

function validateMessages({ webhooks, version }: JsonObject): void {
  const at = 'capabilities.messages'
  if (version !== undefined && version !== 'v1' && version !== 'v0.1') throw createFieldError(`${at}.version`, 'must be one of: v0.1, v1')
  for (const name of ['inbound_url', 'status_url']) {
    const { address, http_method: method } = asObject(asObject(webhooks)[name])
    if (!isWebUrl(address)) throw createFieldError(`${at}.webhooks.${name}.address`, 'must be a valid URL')
    if (method !== 'POST') throw createFieldError(`${at}.webhooks.${name}.http_method`, 'must be one of: POST')
  }
}
