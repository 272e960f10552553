import { randomInt } from 'node:crypto'
import type { JsonObject } from '../../../providers/provider.ts'
import { type Answer, Refusal, type Request, type Route, route } from '../../wire/http.ts'
import { asText } from '../../wire/json.ts'
import { answer, fieldsOf, pageOf } from './requests.ts'
import type { CarrierWorld, SimAccount, SimLine } from '../types.ts'

interface SimApplication {
  app_id: string
  app_name: string
  answer_url: string
  message_url: string
  [field: string]: string
}

const SETTINGS = ['answer_url', 'answer_method', 'hangup_url', 'hangup_method', 'fallback_answer_url', 'fallback_method', 'message_url', 'message_method']

const applications = (account: SimAccount) => account.keys.applications as SimApplication[]

export const applicationOf = (account: SimAccount, { more }: SimLine): SimApplication | undefined =>
  applications(account).find(({ app_id: id }) => id === more.application)

/** Puts a number on an application, or on none. Throws a Refusal where there is no such application. */
export async function attach(context: CarrierWorld, account: SimAccount, line: SimLine, id: unknown): Promise<void> {
  const application = id === null || id === '' ? null : applications(account).find((one) => one.app_id === asText(id))
  if (application === undefined) throw new Refusal(400, 'app_id is not an application of the account')
  line.more.application = application?.app_id ?? null
  line.inboundUrl = application?.message_url || null
  await context.saveLine(line)
}

/** What answers an account's calls and texts. */
export function applicationRoutes(context: CarrierWorld): Route[] {
  const accountOf = ({ params }: Request) => context.account('plivo', params.account!)!
  const base = '/v1/Account/:account/Application/'

  function application(request: Request): SimApplication {
    const found = applications(accountOf(request)).find(({ app_id: id }) => id === request.params.id)
    if (!found) throw new Refusal(404, 'not found')
    return found
  }

  const view =
    (account: SimAccount) =>
    (one: SimApplication): JsonObject => ({
      fallback_answer_url: '',
      fallback_method: 'POST',
      hangup_url: '',
      hangup_method: 'POST',
      message_method: 'POST',
      ...one,
      application_type: 'XML',
      default_app: false,
      default_endpoint_app: false,
      enabled: true,
      log_incoming_messages: true,
      public_uri: false,
      resource_uri: `/v1/Account/${account.id}/Application/${one.app_id}/`,
      sip_uri: `sip:${one.app_id}@app.plivo.com`,
      sub_account: null,
    })

  async function make(request: Request): Promise<Answer> {
    const account = accountOf(request)
    const body = fieldsOf(request, ['app_name', ...SETTINGS])
    const [name, answers] = [asText(body.app_name), asText(body.answer_url)]
    if (!/^[A-Za-z0-9_-]+$/.test(name)) throw new Refusal(400, 'app_name may hold letters, numbers, - and _')
    if (!answers) throw new Refusal(400, 'answer_url is required')
    const given = Object.fromEntries(SETTINGS.flatMap((setting) => (body[setting] === undefined ? [] : [[setting, asText(body[setting])]])))
    const id = Array.from({ length: 17 }, () => randomInt(1, 10)).join('')
    applications(account).push({ message_url: '', answer_url: answers, ...given, app_id: id, app_name: name })
    await context.saveAccount(account)
    return answer(201, { message: 'created', app_id: id })
  }

  async function remove(request: Request): Promise<Answer> {
    const account = accountOf(request)
    const gone = application(request)
    account.keys.applications = applications(account).filter((one) => one !== gone)
    await context.saveAccount(account)
    for (const line of context.lines(account)) if (line.more.application === gone.app_id) await attach(context, account, line, null)
    return { status: 204 }
  }

  return [
    route(`GET ${base}`, (request) => pageOf(request, applications(accountOf(request)), view(accountOf(request))), 'route_sms'),
    route(`POST ${base}`, make, 'route_sms'),
    route(`GET ${base}:id/`, (request) => answer(200, view(accountOf(request))(application(request))), 'route_sms'),
    route(`DELETE ${base}:id/`, remove, 'route_sms'),
  ]
}
