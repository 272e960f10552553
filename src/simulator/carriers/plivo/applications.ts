import { randomInt } from 'node:crypto'
import type { JsonObject } from '../../../providers/provider.ts'
import { type Answer, Refusal, type Request, type Route, route } from '../../wire/http.ts'
import { asText } from '../../wire/json.ts'
import { toAnswer, requireFields, toPage } from './requests.ts'
import type { CarrierContext, SimAccount, SimNumber } from '../types.ts'

interface SimApplication {
  app_id: string
  app_name: string
  answer_url: string
  message_url: string
  [field: string]: string
}

const SETTINGS = ['answer_url', 'answer_method', 'hangup_url', 'hangup_method', 'fallback_answer_url', 'fallback_method', 'message_url', 'message_method']

const applicationsOf = (account: SimAccount) => account.keys.applications as SimApplication[]

export const applicationOf = (account: SimAccount, { more }: SimNumber): SimApplication | undefined =>
  applicationsOf(account).find(({ app_id: id }) => id === more.application)

/** Assigns a number to an application, or to none. Throws a Refusal if the application does not exist. */
export async function assignApplication(context: CarrierContext, account: SimAccount, phoneNumber: SimNumber, id: unknown): Promise<void> {
  const application = id === null || id === '' ? null : applicationsOf(account).find((candidate) => candidate.app_id === asText(id))
  if (application === undefined) throw new Refusal(400, 'app_id is not an application of the account')
  phoneNumber.more.application = application?.app_id ?? null
  phoneNumber.inboundUrl = application?.message_url || null
  await context.saveNumber(phoneNumber)
}

/** Routes for applications, which handle an account's calls and messages. */
export function applicationRoutes(context: CarrierContext): Route[] {
  const accountOf = ({ params }: Request) => context.account('plivo', params.account!)!
  const base = '/v1/Account/:account/Application/'

  function requireApplication(request: Request): SimApplication {
    const application = applicationsOf(accountOf(request)).find(({ app_id: id }) => id === request.params.id)
    if (!application) throw new Refusal(404, 'not found')
    return application
  }

  const toView =
    (account: SimAccount) =>
    (application: SimApplication): JsonObject => ({
      fallback_answer_url: '',
      fallback_method: 'POST',
      hangup_url: '',
      hangup_method: 'POST',
      message_method: 'POST',
      ...application,
      application_type: 'XML',
      default_app: false,
      default_endpoint_app: false,
      enabled: true,
      log_incoming_messages: true,
      public_uri: false,
      resource_uri: `/v1/Account/${account.id}/Application/${application.app_id}/`,
      sip_uri: `sip:${application.app_id}@app.plivo.com`,
      sub_account: null,
    })

  async function createApplication(request: Request): Promise<Answer> {
    const account = accountOf(request)
    const body = requireFields(request, ['app_name', ...SETTINGS])
    const [name, answerUrl] = [asText(body.app_name), asText(body.answer_url)]
    if (!/^[A-Za-z0-9_-]+$/.test(name)) throw new Refusal(400, 'app_name may hold letters, numbers, - and _')
    if (!answerUrl) throw new Refusal(400, 'answer_url is required')
    const urls = Object.fromEntries(SETTINGS.flatMap((setting) => (body[setting] === undefined ? [] : [[setting, asText(body[setting])]])))
    const id = Array.from({ length: 17 }, () => randomInt(1, 10)).join('')
    applicationsOf(account).push({ message_url: '', answer_url: answerUrl, ...urls, app_id: id, app_name: name })
    await context.saveAccount(account)
    return toAnswer(201, { message: 'created', app_id: id })
  }

  async function updateApplication(request: Request): Promise<Answer> {
    const account = accountOf(request)
    const application = requireApplication(request)
    const body = requireFields(request, SETTINGS)
    Object.assign(application, Object.fromEntries(Object.entries(body).map(([setting, value]) => [setting, asText(value)])))
    await context.saveAccount(account)
    for (const phoneNumber of context.numbers(account))
      if (phoneNumber.more.application === application.app_id) await assignApplication(context, account, phoneNumber, application.app_id)
    return toAnswer(202, { message: 'changed' })
  }

  async function remove(request: Request): Promise<Answer> {
    const account = accountOf(request)
    const removed = requireApplication(request)
    account.keys.applications = applicationsOf(account).filter((other) => other !== removed)
    await context.saveAccount(account)
    for (const phoneNumber of context.numbers(account))
      if (phoneNumber.more.application === removed.app_id) await assignApplication(context, account, phoneNumber, null)
    return { status: 204 }
  }

  return [
    route(`GET ${base}`, (request) => toPage(request, applicationsOf(accountOf(request)), toView(accountOf(request))), 'route_sms'),
    route(`POST ${base}`, createApplication, 'route_sms'),
    route(`GET ${base}:id/`, (request) => toAnswer(200, toView(accountOf(request))(requireApplication(request))), 'route_sms'),
    route(`POST ${base}:id/`, updateApplication, 'route_sms'),
    route(`DELETE ${base}:id/`, remove, 'route_sms'),
  ]
}
