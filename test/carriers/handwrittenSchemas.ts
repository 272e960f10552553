import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'

// Plivo and Sinch publish no OpenAPI documents for SMS. These schemas follow the types of plivo-go, @sinch/sms and @sinch/numbers.
// They reject fields that are not listed.
const nonEmptyText = { type: 'string', minLength: 1 }
const anyText = { type: 'string' }
const nullableText = { type: ['string', 'null'] }
const boolean = { type: 'boolean' }
const count = { type: 'integer', minimum: 0 }
const url = { type: 'string', format: 'uri' }
const timestamp = { type: 'string', format: 'date-time' }
const digits = { type: 'string', pattern: '^\\d{7,15}$' }
const e164 = { type: 'string', pattern: '^\\+\\d{7,15}$' }
const oneOf = (...values: string[]) => ({ enum: values })
const listOf = (items: object) => ({ type: 'array', items })
const object = (required: Record<string, object>, optional: Record<string, object> = {}) => ({
  type: 'object',
  required: Object.keys(required),
  properties: { ...required, ...optional },
  additionalProperties: false,
})

const api_id = { type: 'string', format: 'uuid' }
const method = oneOf('GET', 'POST')
const applicationFields = {
  answer_url: url,
  answer_method: method,
  hangup_url: anyText,
  hangup_method: method,
  fallback_answer_url: anyText,
  fallback_method: method,
  message_url: anyText,
  message_method: method,
}
const plivoApplication = {
  app_id: nonEmptyText,
  app_name: { type: 'string', pattern: '^[A-Za-z0-9_-]+$' },
  ...applicationFields,
  application_type: anyText,
  default_app: boolean,
  default_endpoint_app: boolean,
  enabled: boolean,
  log_incoming_messages: boolean,
  public_uri: boolean,
  resource_uri: nonEmptyText,
  sip_uri: nonEmptyText,
  sub_account: nullableText,
}
const plivoNumber = {
  active: boolean,
  added_on: nonEmptyText,
  alias: nullableText,
  application: nullableText,
  carrier: nonEmptyText,
  city: nullableText,
  country: nonEmptyText,
  cnam_lookup: nonEmptyText,
  mms_enabled: boolean,
  monthly_rental_rate: nonEmptyText,
  number: digits,
  number_type: nonEmptyText,
  region: nullableText,
  resource_uri: nonEmptyText,
  sms_enabled: boolean,
  sms_rate: nonEmptyText,
  sub_account: nullableText,
  tendlc_campaign_id: nullableText,
  tendlc_registration_status: nullableText,
  toll_free_sms_verification: nullableText,
  type: nonEmptyText,
  voice_enabled: boolean,
  voice_rate: nonEmptyText,
}
const plivoWebhook = {
  MessageUUID: api_id,
  From: digits,
  To: digits,
  Type: oneOf('sms', 'mms'),
  Units: nonEmptyText,
  TotalRate: nonEmptyText,
  TotalAmount: nonEmptyText,
  PowerpackUUID: anyText,
}
const batch = {
  to: { ...listOf({ type: 'string', pattern: '^\\+?\\d{7,15}$' }), minItems: 1 },
  from: nonEmptyText,
  body: { type: 'string', minLength: 1, maxLength: 2000 },
}
const reportType = oneOf('none', 'summary', 'full', 'per_recipient', 'per_recipient_final')
const sinchInbound = { id: nonEmptyText, from: digits, to: digits, received_at: timestamp }
const configuration = object({ servicePlanId: anyText }, { campaignId: anyText, scheduledProvisioning: { type: ['object', 'null'] } })

const SCHEMAS = {
  plivoError: object({ api_id, error: nonEmptyText }),
  plivoAccount: object({
    api_id,
    account_type: nonEmptyText,
    address: anyText,
    auth_id: nonEmptyText,
    auto_recharge: boolean,
    billing_mode: nonEmptyText,
    cash_credits: nonEmptyText,
    city: anyText,
    name: nonEmptyText,
    resource_uri: nonEmptyText,
    state: anyText,
    timezone: nonEmptyText,
  }),
  plivoNumber: object({ api_id, ...plivoNumber }),
  plivoNumbers: object({
    api_id,
    meta: object({ limit: count, offset: count, next: nullableText, previous: nullableText, total_count: count }),
    objects: listOf(object(plivoNumber)),
  }),
  plivoNumberChange: object({}, { app_id: nullableText, alias: anyText, subaccount: anyText, cnam_lookup: anyText }),
  plivoChanged: object({ api_id, message: nonEmptyText }),
  plivoApplication: object({ api_id, ...plivoApplication }),
  plivoApplications: object({
    api_id,
    meta: object({ limit: count, offset: count, next: nullableText, previous: nullableText, total_count: count }),
    objects: listOf(object(plivoApplication)),
  }),
  plivoNewApplication: object({ app_name: plivoApplication.app_name, answer_url: url }, applicationFields),
  plivoCreatedApplication: object({ api_id, message: nonEmptyText, app_id: nonEmptyText }),
  plivoMessage: object({ src: nonEmptyText, dst: nonEmptyText, text: nonEmptyText }, { url, method, type: oneOf('sms', 'mms'), log: boolean }),
  plivoAccepted: object({ api_id, message: nonEmptyText, message_uuid: { ...listOf(nonEmptyText), minItems: 1 } }),
  plivoInbound: object({ ...plivoWebhook, MessageIntent: anyText }, { Text: anyText, Body: anyText, MediaCount: nonEmptyText, Media0: url, Media1: url }),
  plivoReceipt: object(
    {
      ...plivoWebhook,
      Status: oneOf('queued', 'sent', 'failed', 'delivered', 'undelivered'),
      ParentMessageUUID: api_id,
      PartInfo: nonEmptyText,
      MCC: nonEmptyText,
      MNC: nonEmptyText,
      Sequence: nonEmptyText,
      MessageTime: nonEmptyText,
      QueuedTime: nonEmptyText,
      SentTime: nonEmptyText,
    },
    { ErrorCode: nonEmptyText },
  ),
  sinchError: object({ code: nonEmptyText, text: nonEmptyText }),
  sinchProjectError: object({ error: object({ code: count, message: nonEmptyText, status: nonEmptyText }, { details: listOf({}) }) }),
  sinchToken: object({ access_token: nonEmptyText, token_type: nonEmptyText, expires_in: count }),
  sinchBatch: object(batch, { type: oneOf('mt_text'), delivery_report: reportType, callback_url: url, client_reference: nonEmptyText }),
  sinchAccepted: object(
    { id: nonEmptyText, ...batch, type: oneOf('mt_text'), canceled: boolean, created_at: timestamp, modified_at: timestamp, delivery_report: reportType },
    { callback_url: url, client_reference: nonEmptyText, flash_message: boolean },
  ),
  sinchBatches: object({ count, page: count, page_size: count, batches: listOf({ type: 'object' }) }),
  sinchText: object(
    { type: oneOf('mo_text'), ...sinchInbound, body: anyText },
    { operator_id: nonEmptyText, sent_at: timestamp, client_reference: nonEmptyText },
  ),
  sinchMedia: object(
    {
      type: oneOf('mo_media'),
      ...sinchInbound,
      body: object(
        {},
        { subject: anyText, message: anyText, media: listOf(object({ code: count, content_type: nonEmptyText, status: nonEmptyText }, { url })) },
      ),
    },
    { operator_id: nonEmptyText },
  ),
  sinchReport: object(
    {
      type: oneOf('recipient_delivery_report_sms'),
      at: timestamp,
      batch_id: nonEmptyText,
      code: count,
      recipient: digits,
      status: oneOf('Queued', 'Dispatched', 'Aborted', 'Cancelled', 'Rejected', 'Deleted', 'Delivered', 'Failed', 'Expired', 'Unknown'),
    },
    { client_reference: nonEmptyText, operator_status_at: timestamp, applied_originator: nonEmptyText, operator: nonEmptyText },
  ),
  sinchNumber: object(
    {
      phoneNumber: e164,
      projectId: nonEmptyText,
      regionCode: nonEmptyText,
      type: oneOf('LOCAL', 'MOBILE', 'TOLL_FREE'),
      capability: listOf(oneOf('SMS', 'VOICE')),
    },
    {
      displayName: anyText,
      money: object({ currencyCode: nonEmptyText, amount: nonEmptyText }),
      paymentIntervalMonths: count,
      nextChargeDate: timestamp,
      expireAt: { type: ['string', 'null'] },
      smsConfiguration: configuration,
      voiceConfiguration: { type: 'object' },
      callbackUrl: anyText,
    },
  ),
  sinchNumbers: object({ activeNumbers: listOf({ type: 'object' }), nextPageToken: anyText, totalSize: count }),
  sinchTrunk: object(
    { id: nonEmptyText, name: nonEmptyText, hostName: nonEmptyText, topLevelDomain: nonEmptyText, domain: nonEmptyText, projectId: nonEmptyText },
    { callsPerSecond: count, enableCallerName: boolean, createTime: timestamp, updateTime: timestamp },
  ),
}

export type SchemaName = keyof typeof SCHEMAS

const ajv = new Ajv({ strict: false, allErrors: true })
addFormats.default(ajv)
const compiled = new Map<SchemaName, ReturnType<typeof ajv.compile>>()

/** Validates a value against a schema and returns the problems. */
export function handwrittenSchemaProblems(name: SchemaName, value: unknown): string[] {
  const validate = compiled.get(name) ?? ajv.compile(SCHEMAS[name])
  compiled.set(name, validate)
  return validate(value) ? [] : validate.errors!.map(({ instancePath, message, params }) => `${name}${instancePath} ${message} ${JSON.stringify(params)}`)
}
