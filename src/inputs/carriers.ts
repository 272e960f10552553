import { z } from 'zod'
import { CARRIERS, type CarrierName } from '../kernel/vocabulary/carrierNames.ts'
import { badRequestIssue } from '../kernel/http/validation.ts'
import { isObject, jsonObject, requireOneOf, text } from './common.ts'

/** The workspace's own ID of the end customer who owns an account or number. */
export const ExternalOwnerId = text(200).describe('Your ID for the end customer, whose accounts and numbers are kept apart.')

/** Builds a check of a whole input: its carrier is a supported one (spec: Errors, unsupported provider). */
export const isSupported =
  <Input extends object>(nameOf: (input: Input) => unknown, supported: readonly string[]) =>
  (input: Input, ctx: z.core.$RefinementCtx<Input>) => {
    const name = nameOf(input)
    if (typeof name === 'string' && !supported.includes(name))
      ctx.addIssue({ code: 'custom', path: ['carrier'], message: `Unsupported provider: ${name}`, params: badRequestIssue('unsupported_carrier', { name }) })
  }

/** A carrier account to connect. The service validates the credentials (contract: Connect). */
export const ConnectInput = requireOneOf(
  z
    .object({
      carrier: text(64)
        .nullish()
        .describe(`Carrier of the account: ${CARRIERS.join(', ')}.`),
      provider: text(64).nullish().describe('Carrier of the account, under its older name.'),
      credentials: jsonObject(16_384).describe('Credentials of the account. Each carrier has its own fields.'),
      externalOwnerId: ExternalOwnerId.nullish(),
    })
    .superRefine(
      isSupported(({ carrier, provider }) => carrier ?? provider, CARRIERS),
      { when: isObject },
    ),
  ['carrier', 'provider'],
)
export type ConnectInput = z.output<typeof ConnectInput>

/** Text that is never displayed, logged or returned. */
const secret = (about: string) =>
  text(4_096, 1)
    .regex(/^[\x20-\x7e]*$/)
    .describe(about)
    .meta({ secret: true })
const plain = (pattern: RegExp, about: string) => z.string().regex(pattern).describe(about)
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** How voice providers reach the account's numbers. Derived from the carrier if missing, where possible. */
const trunk = {
  sip_termination_uri: text(255, 1).optional().describe('Host for outbound calls by SIP.'),
  sip_username: text(255, 1).optional().describe('User name for outbound calls by SIP.'),
  sip_password: secret('Password for outbound calls by SIP.').optional(),
}

/** The credentials of each carrier, by the carrier's own names. Unknown fields are rejected. */
export const CREDENTIALS = {
  twilio: z
    .strictObject({
      account_sid: plain(/^AC[0-9a-f]{32}$/i, 'Account SID'),
      auth_token: secret('Auth token, required to verify inbound SMS messages.').optional(),
      api_key_sid: plain(/^SK[0-9a-f]{32}$/i, 'Alternative to the auth token, together with the API key secret.').optional(),
      api_key_secret: secret('Secret of the API key.').optional(),
      messaging_service_sid: plain(/^MG[0-9a-f]{32}$/i, 'Messaging service that sends SMS messages.').optional(),
      ...trunk,
    })
    .refine((credentials) => credentials.auth_token !== undefined || (credentials.api_key_sid !== undefined && credentials.api_key_secret !== undefined), {
      path: ['auth_token'],
      error: 'field required',
      params: { type: 'value_error.missing' },
      when: isObject,
    }),
  telnyx: z.strictObject({
    api_key: secret('API key'),
    public_key: plain(/^[A-Za-z0-9+/]{43}=$/, 'Public key that verifies webhooks.').optional(),
    messaging_profile_id: plain(UUID, 'Messaging profile that sends SMS messages.').optional(),
    ...trunk,
  }),
  vonage: z.strictObject({
    api_key: plain(/^[0-9a-zA-Z]{4,40}$/, 'API key'),
    api_secret: secret('API secret'),
    signature_secret: secret('Secret that verifies webhooks.').optional(),
    application_id: plain(UUID, 'Application that receives SMS messages for your numbers.').optional(),
    ...trunk,
  }),
  plivo: z.strictObject({
    auth_id: plain(/^[MS]A[0-9A-Z]{18}$/, 'Auth ID'),
    auth_token: secret('Auth token'),
    main_auth_token: secret('Auth token of the main account, if this is a subaccount.').optional(),
    ...trunk,
  }),
  signalwire: z.strictObject({
    space: plain(/^[a-z0-9][a-z0-9-]{0,62}$/, 'Name of the space, as in {space}.signalwire.com.'),
    project_id: plain(UUID, 'Project ID'),
    api_token: secret('API token'),
    signing_key: secret('Signing key of the project.').optional(),
    ...trunk,
  }),
  bandwidth: z.strictObject({
    account_id: plain(/^\d{1,12}$/, 'Account ID'),
    client_id: plain(/^[\w.-]{1,200}$/, 'Client ID of an API credential.'),
    client_secret: secret('Secret of the API credential.'),
    application_id: plain(UUID, 'Messaging application that sends SMS messages.').optional(),
    ...trunk,
  }),
  sinch: z.strictObject({
    project_id: plain(UUID, 'Project ID'),
    key_id: plain(/^[\w-]{1,100}$/, 'ID of the access key.'),
    key_secret: secret('Secret of the access key.'),
    service_plan_id: plain(/^[\w-]{1,100}$/, 'Service plan of the SMS API.').optional(),
    api_token: secret('API token of the service plan.').optional(),
    region: z.enum(['us', 'eu', 'au', 'br', 'ca']).optional().describe('Region of the SMS API. Defaults to us.'),
    webhook_secret: secret('Secret that verifies webhooks, if you agreed on one with the carrier.').optional(),
    ...trunk,
  }),
} satisfies Record<CarrierName, z.ZodObject>

export type Credentials<Name extends CarrierName = CarrierName> = z.output<(typeof CREDENTIALS)[Name]>

/** One field of a carrier's credentials, for a form. */
export interface CredentialField {
  name: string
  about: string
  required: boolean
  /** Whether it is never displayed. */
  secret: boolean
  /** Its format as a regular expression. `null` if unknown. */
  pattern: string | null
  /** The allowed values. `null` if any value is allowed. */
  choices: string[] | null
}

/** Lists the fields of a carrier's credentials. */
export const fieldsOf = (carrier: CarrierName): CredentialField[] =>
  Object.entries(CREDENTIALS[carrier].shape).map(([name, schema]) => {
    const required = !(schema instanceof z.ZodOptional)
    const type = unwrapOptional(schema as z.ZodType)
    return {
      name,
      about: (schema as z.ZodType).description ?? type.description ?? '',
      required,
      secret: type.meta()?.secret === true,
      pattern: type instanceof z.ZodString && type.meta()?.secret !== true ? (z.toJSONSchema(type).pattern ?? null) : null,
      choices: type instanceof z.ZodEnum ? (type.options as string[]) : null,
    }
  })

/** Returns the secret values of the credentials. */
export const secretsOf = (carrier: CarrierName, credentials: Credentials): string[] =>
  fieldsOf(carrier).flatMap(({ name, secret: isSecret }) => {
    const value = (credentials as Record<string, unknown>)[name]
    return isSecret && typeof value === 'string' ? [value] : []
  })

const unwrapOptional = (type: z.ZodType): z.ZodType => (type instanceof z.ZodOptional ? unwrapOptional(type.unwrap() as z.ZodType) : type)
