import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import { clock } from '../../kernel/lib/clock.ts'
import type { JsonObject } from '../../providers/provider.ts'
import { accountKey } from '../carriers/accounts.ts'
import { type Operation, Refusal, type Request, type Route, route, type Site } from '../wire/http.ts'
import { asObject, asText, applyPatch, omit } from '../wire/json.ts'
import { isInvalidVoice, isUnavailableVoice } from '../calls/scenario.ts'
import type { Table } from '../calls/tables.ts'
import { vapiCallRoutes } from './calls.ts'
import { vapiFileRoutes } from './files.ts'
import { toPage } from './lists.ts'
import { ORG_ID } from './views.ts'
import type { SimulatorContext } from '../calls/context.ts'

/** Required fields of each kind of number. */
const NUMBER_FIELDS: Record<string, string[]> = {
  twilio: ['number', 'twilioAccountSid'],
  telnyx: ['number', 'credentialId'],
  vonage: ['number', 'credentialId'],
  'byo-phone-number': ['credentialId'],
  vapi: [],
}
/** Webhook URL that Vapi sets on a Twilio number. */
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
      ...resourceRoutes('assistant', 'Assistant', assistants, { check: checkAssistant, operation: 'publish', isVersioned: true }),
      ...resourceRoutes('phone-number', 'Phone number', vapiNumbers, {
        check: checkNumber,
        discarded: NUMBER_SECRETS,
        initial: { status: 'active' },
        operation: 'import_number',
        prepare: (body) => prepareTwilioNumber(context, body),
      }),
      ...resourceRoutes('credential', 'Credential', credentials, { check: checkCredential, hidden: CREDENTIAL_SECRETS }),
      ...vapiFileRoutes(context),
      ...vapiCallRoutes(context),
    ],
    authorize(path, bearer) {
      // The call's monitor plan decides who can listen and control.
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
  /** Throws the vendor's refusal of an invalid body. */
  check(row: JsonObject): void
  /** Fields that are stored but never returned. */
  hidden?: string[]
  /** Fields that are not stored. */
  discarded?: string[]
  /** Initial fields of a new row. */
  initial?: JsonObject
  operation?: Operation
  /** Runs before a body is stored. Throws the vendor's refusal. */
  prepare?(body: JsonObject): Promise<void>
  /** Whether every change increments `latestVersion`. */
  isVersioned?: boolean
}

/** Create, list, get, update and delete routes of a Vapi resource. */
function resourceRoutes(path: string, noun: string, table: Table<JsonObject>, resource: Resource): Route[] {
  const { check, hidden = [], discarded = [], initial = {}, operation, prepare, isVersioned = false } = resource
  const toView = (row: JsonObject) => omit(row, ...hidden)
  const requireRow = (id: string) => {
    const row = table.get(id)
    if (!row) throw new Refusal(404, `${noun} not found`)
    return row
  }
  async function create({ body }: Request) {
    check(body)
    await prepare?.(body)
    const now = clock.now().toISOString()
    const id = randomUUID()
    const generated = { id, orgId: ORG_ID, createdAt: now, updatedAt: now, ...(isVersioned ? { latestVersion: 'v1' } : {}) }
    const row: JsonObject = { ...initial, ...omit(body, ...discarded), ...generated }
    await table.save(id, row)
    return { status: 201, body: toView(row) }
  }
  async function patch({ params, body }: Request) {
    const stored = requireRow(params.id!)
    const row: JsonObject = { ...applyPatch(stored, omit(body, 'id', 'orgId', 'createdAt', ...discarded)), updatedAt: clock.now().toISOString() }
    if (isVersioned) row.latestVersion = `v${Number(asText(stored.latestVersion).slice(1)) + 1}`
    check(row)
    await prepare?.({ ...row, ...body })
    await table.save(params.id!, row)
    return { status: 200, body: toView(row) }
  }
  async function remove({ params }: Request) {
    const row = requireRow(params.id!)
    await table.remove(params.id!)
    return { status: 200, body: toView(row) }
  }
  return [
    route(`POST /${path}`, create, operation),
    route(`GET /${path}`, ({ query }) => ({
      status: 200,
      body: toPage(table.all(), query, ({ createdAt }) => Date.parse(asText(createdAt))).map(toView),
    })),
    route(`GET /${path}/:id`, ({ params }) => ({ status: 200, body: toView(requireRow(params.id!)) })),
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
  const provider = asText(row.provider)
  const required = Object.hasOwn(NUMBER_FIELDS, provider) ? NUMBER_FIELDS[provider] : null
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
 * Prepares a number of a simulated Twilio account. The account's credentials must be valid. As at the real Vapi, its messages are sent to Vapi
 * from then on, unless `smsEnabled` is false.
 */
async function prepareTwilioNumber({ tables: { carrierAccounts, carrierNumbers } }: SimulatorContext, row: JsonObject): Promise<void> {
  if (row.provider !== 'twilio') return
  const account = carrierAccounts.get(accountKey({ carrier: 'twilio', id: asText(row.twilioAccountSid) }))
  if (!account) return
  const { auth_token, api_key_sid, api_key_secret } = account.credentials
  const credentials = [row.twilioAuthToken, row.twilioApiKey, row.twilioApiSecret]
  const isAuthenticated = credentials[0] === auth_token || (credentials[1] === api_key_sid && credentials[2] === api_key_secret)
  if (credentials.some((value) => value !== undefined) && !isAuthenticated) throw new Refusal(400, 'Twilio rejected the credentials: Authenticate')
  const phoneNumber = carrierNumbers.get(asText(row.number))
  if (phoneNumber?.carrier !== 'twilio' || phoneNumber.accountId !== account.id) throw new Refusal(400, `Number ${asText(row.number)} was not found on Twilio`)
  if (row.smsEnabled !== false) await carrierNumbers.save(phoneNumber.e164, { ...phoneNumber, inboundUrl: VAPI_SMS_URL })
}
