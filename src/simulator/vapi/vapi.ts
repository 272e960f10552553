import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import { clock } from '../../kernel/lib/clock.ts'
import type { JsonObject } from '../../providers/provider.ts'
import { accountKey } from '../carriers/accounts.ts'
import { type Operation, Refusal, type Request, type Route, route, type Site } from '../wire/http.ts'
import { asObject, asText, patched, without } from '../wire/json.ts'
import { isInvalidVoice, isUnavailableVoice } from '../calls/scenario.ts'
import type { Table } from '../calls/tables.ts'
import { vapiCallRoutes } from './calls.ts'
import { vapiFileRoutes } from './files.ts'
import { pageOf } from './lists.ts'
import { ORG_ID } from './views.ts'
import type { SimulatorContext } from '../calls/context.ts'

/** What a number of each kind must have. */
const NUMBER_FIELDS: Record<string, string[]> = {
  twilio: ['number', 'twilioAccountSid'],
  telnyx: ['number', 'credentialId'],
  vonage: ['number', 'credentialId'],
  'byo-phone-number': ['credentialId'],
  vapi: [],
}
/** Where Vapi has the texts of a Twilio number sent. */
const VAPI_SMS_URL = 'https://api.vapi.ai/twilio/sms'
const INVALID_KEY = 'Invalid Key. Hot tip, you may be using the private key instead of the public key, or vice versa.'
const NUMBER_SECRETS = ['twilioAuthToken', 'twilioApiSecret']
const CREDENTIAL_SECRETS = ['authenticationPlan', 'outboundAuthenticationPlan', 'apiKey', 'apiSecret', 'authToken', 'token']

/** Vapi's API under `/vapi`. */
export function vapiSite(context: SimulatorContext): Site {
  const { assistants, vapiNumbers, credentials } = context.tables
  return {
    prefix: '/vapi',
    provider: 'vapi',
    routes: [
      ...resourceRoutes('assistant', 'Assistant', assistants, { check: checkAssistant, operation: 'publish', versioned: true }),
      ...resourceRoutes('phone-number', 'Phone number', vapiNumbers, {
        check: checkNumber,
        forgotten: NUMBER_SECRETS,
        initial: { status: 'active' },
        operation: 'import_number',
        arrange: (body) => arrangeAtTwilio(context, body),
      }),
      ...resourceRoutes('credential', 'Credential', credentials, { check: checkCredential, hidden: CREDENTIAL_SECRETS }),
      ...vapiFileRoutes(context),
      ...vapiCallRoutes(context),
    ],
    authorize(path, bearer) {
      // Who may listen to a call and control it is for the call's monitor plan to say.
      if (path.startsWith('/live/')) return
      if (bearer !== context.vapiApiKey) throw new Refusal(401, INVALID_KEY)
    },
    refuse: (status, message) => ({ message, error: STATUS_CODES[status] ?? 'Error', statusCode: status }),
    wording: {
      notFound: (method, path) => `Cannot ${method} ${path}`,
      malformed: 'Malformed JSON in request body',
      failed: 'Internal server error',
      throttled: 'Rate limit exceeded.',
    },
  }
}

interface Resource {
  /** Throws the vendor's refusal of a body that cannot be stored. */
  check(row: JsonObject): void
  /** Fields that are used but never given back. */
  hidden?: string[]
  /** Fields that are not even stored. */
  forgotten?: string[]
  /** What every new row begins with. */
  initial?: JsonObject
  operation?: Operation
  /** What else happens when a body is taken; throws the vendor's refusal before anything is stored. */
  arrange?(body: JsonObject): Promise<void>
  /** Counts `latestVersion` up with every change. */
  versioned?: boolean
}

/** Create, list, get, patch and delete: the same for every Vapi resource. */
function resourceRoutes(path: string, noun: string, table: Table<JsonObject>, resource: Resource): Route[] {
  const { check, hidden = [], forgotten = [], initial = {}, operation, arrange, versioned = false } = resource
  const show = (row: JsonObject) => without(row, ...hidden)
  const found = (id: string) => {
    const row = table.get(id)
    if (!row) throw new Refusal(404, `${noun} not found`)
    return row
  }
  async function create({ body }: Request) {
    check(body)
    await arrange?.(body)
    const now = clock.now().toISOString()
    const id = randomUUID()
    const given = { id, orgId: ORG_ID, createdAt: now, updatedAt: now, ...(versioned ? { latestVersion: 'v1' } : {}) }
    const row: JsonObject = { ...initial, ...without(body, ...forgotten), ...given }
    await table.save(id, row)
    return { status: 201, body: show(row) }
  }
  async function patch({ params, body }: Request) {
    const old = found(params.id!)
    const row: JsonObject = { ...patched(old, without(body, 'id', 'orgId', 'createdAt', ...forgotten)), updatedAt: clock.now().toISOString() }
    if (versioned) row.latestVersion = `v${Number(asText(old.latestVersion).slice(1)) + 1}`
    check(row)
    await arrange?.({ ...row, ...body })
    await table.save(params.id!, row)
    return { status: 200, body: show(row) }
  }
  async function remove({ params }: Request) {
    const row = found(params.id!)
    await table.remove(params.id!)
    return { status: 200, body: show(row) }
  }
  return [
    route(`POST /${path}`, create, operation),
    route(`GET /${path}`, ({ query }) => ({
      status: 200,
      body: pageOf(table.all(), query, ({ createdAt }) => Date.parse(asText(createdAt))).map(show),
    })),
    route(`GET /${path}/:id`, ({ params }) => ({ status: 200, body: show(found(params.id!)) })),
    route(`PATCH /${path}/:id`, patch, operation === 'publish' ? operation : null),
    route(`DELETE /${path}/:id`, remove, 'delete'),
  ]
}

function checkAssistant(row: JsonObject): void {
  checkName(row)
  const voiceId = asText(asObject(row.voice).voiceId)
  if (isInvalidVoice(voiceId)) throw new Refusal(400, `Couldn't find voice ${voiceId}.`)
  if (isUnavailableVoice(voiceId)) throw new Refusal(503, 'The voice provider is not available at the moment.')
}

function checkNumber(row: JsonObject): void {
  checkName(row)
  const required = NUMBER_FIELDS[asText(row.provider)]
  if (!required) throw new Refusal(400, `provider must be one of the following values: ${Object.keys(NUMBER_FIELDS).join(', ')}`)
  for (const field of required) if (!asText(row[field])) throw new Refusal(400, `${field} must be a string`)
}

function checkCredential(row: JsonObject): void {
  checkName(row)
  if (!asText(row.provider)) throw new Refusal(400, 'provider must be a string')
}

function checkName(row: JsonObject): void {
  if (asText(row.name).length > 40) throw new Refusal(400, 'name must be shorter than or equal to 40 characters')
}

/**
 * A number of a Twilio account that is simulated too: the account's credentials have to be right, and, as at the real Vapi, its
 * texts go to Vapi from then on unless `smsEnabled` is false.
 */
async function arrangeAtTwilio({ tables: { carrierAccounts, carrierNumbers } }: SimulatorContext, row: JsonObject): Promise<void> {
  if (row.provider !== 'twilio') return
  const account = carrierAccounts.get(accountKey({ carrier: 'twilio', id: asText(row.twilioAccountSid) }))
  if (!account) return
  const { auth_token, api_key_sid, api_key_secret } = account.credentials
  const given = [row.twilioAuthToken, row.twilioApiKey, row.twilioApiSecret]
  const isRight = given[0] === auth_token || (given[1] === api_key_sid && given[2] === api_key_secret)
  if (given.some((one) => one !== undefined) && !isRight) throw new Refusal(400, 'Twilio rejected the credentials: Authenticate')
  const line = carrierNumbers.get(asText(row.number))
  if (line?.carrier !== 'twilio' || line.accountId !== account.id) throw new Refusal(400, `Number ${asText(row.number)} was not found on Twilio`)
  if (row.smsEnabled !== false) await carrierNumbers.save(line.e164, { ...line, inboundUrl: VAPI_SMS_URL })
}
