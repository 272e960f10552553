import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'

/**
 * Plivo and Sinch publish no OpenAPI documents for texts: these are written by hand after the types of plivo-go and of
 * @sinch/sms and @sinch/numbers. Nothing more than is named may be there.
 */
const text = { type: 'string', minLength: 1 }
const any = { type: 'string' }
const maybe = { type: ['string', 'null'] }
const flag = { type: 'boolean' }
const whole = { type: 'integer', minimum: 0 }
const link = { type: 'string', format: 'uri' }
const moment = { type: 'string', format: 'date-time' }
const digits = { type: 'string', pattern: '^\\d{7,15}$' }
const e164 = { type: 'string', pattern: '^\\+\\d{7,15}$' }
const word = (...values: string[]) => ({ enum: values })
const list = (items: object) => ({ type: 'array', items })
const object = (required: Record<string, object>, optional: Record<string, object> = {}) => ({
  type: 'object',
  required: Object.keys(required),
  properties: { ...required, ...optional },
  additionalProperties: false,
})

const api_id = { type: 'string', format: 'uuid' }
const method = word('GET', 'POST')
const applicationFields = {
  answer_url: link,
  answer_method: method,
  hangup_url: any,
  hangup_method: method,
  fallback_answer_url: any,
  fallback_method: method,
  message_url: any,
  message_method: method,
}
const plivoApplication = {
  app_id: text,
  app_name: { type: 'string', pattern: '^[A-Za-z0-9_-]+$' },
  ...applicationFields,
  application_type: any,
  default_app: flag,
  default_endpoint_app: flag,
  enabled: flag,
  log_incoming_messages: flag,
  public_uri: flag,
  resource_uri: text,
  sip_uri: text,
  sub_account: maybe,
}
const plivoNumber = {
  active: flag,
  added_on: text,
  alias: maybe,
  application: maybe,
  carrier: text,
  city: maybe,
  country: text,
  cnam_lookup: text,
  mms_enabled: flag,
  monthly_rental_rate: text,
  number: digits,
  number_type: text,
  region: maybe,
  resource_uri: text,
  sms_enabled: flag,
  sms_rate: text,
  sub_account: maybe,
  tendlc_campaign_id: maybe,
  tendlc_registration_status: maybe,
  toll_free_sms_verification: maybe,
  type: text,
  voice_enabled: flag,
  voice_rate: text,
}
const plivoWebhook = {
  MessageUUID: api_id,
  From: digits,
  To: digits,
  Type: word('sms', 'mms'),
  Units: text,
  TotalRate: text,
  TotalAmount: text,
  PowerpackUUID: any,
}
const batch = {
  to: { ...list({ type: 'string', pattern: '^\\+?\\d{7,15}$' }), minItems: 1 },
  from: text,
  body: { type: 'string', minLength: 1, maxLength: 2000 },
}
const reports = word('none', 'summary', 'full', 'per_recipient', 'per_recipient_final')
const sinchInbound = { id: text, from: digits, to: digits, received_at: moment }
const configuration = object({ servicePlanId: any }, { campaignId: any, scheduledProvisioning: { type: ['object', 'null'] } })

const SCHEMAS = {
  plivoError: object({ api_id, error: text }),
  plivoAccount: object({
    api_id,
    account_type: text,
    address: any,
    auth_id: text,
    auto_recharge: flag,
    billing_mode: text,
    cash_credits: text,
    city: any,
    name: text,
    resource_uri: text,
    state: any,
    timezone: text,
  }),
  plivoNumber: object({ api_id, ...plivoNumber }),
  plivoNumbers: object({
    api_id,
    meta: object({ limit: whole, offset: whole, next: maybe, previous: maybe, total_count: whole }),
    objects: list(object(plivoNumber)),
  }),
  plivoNumberChange: object({}, { app_id: maybe, alias: any, subaccount: any, cnam_lookup: any }),
  plivoChanged: object({ api_id, message: text }),
  plivoApplication: object({ api_id, ...plivoApplication }),
  plivoApplications: object({
    api_id,
    meta: object({ limit: whole, offset: whole, next: maybe, previous: maybe, total_count: whole }),
    objects: list(object(plivoApplication)),
  }),
  plivoNewApplication: object({ app_name: plivoApplication.app_name, answer_url: link }, applicationFields),
  plivoMadeApplication: object({ api_id, message: text, app_id: text }),
  plivoMessage: object({ src: text, dst: text, text }, { url: link, method, type: word('sms', 'mms'), log: flag }),
  plivoPlaced: object({ api_id, message: text, message_uuid: { ...list(text), minItems: 1 } }),
  plivoInbound: object({ ...plivoWebhook, MessageIntent: any }, { Text: any, Body: any, MediaCount: text, Media0: link, Media1: link }),
  plivoReceipt: object(
    {
      ...plivoWebhook,
      Status: word('queued', 'sent', 'failed', 'delivered', 'undelivered'),
      ParentMessageUUID: api_id,
      PartInfo: text,
      MCC: text,
      MNC: text,
      Sequence: text,
      MessageTime: text,
      QueuedTime: text,
      SentTime: text,
    },
    { ErrorCode: text },
  ),
  sinchError: object({ code: text, text }),
  sinchProjectError: object({ error: object({ code: whole, message: text, status: text }, { details: list({}) }) }),
  sinchToken: object({ access_token: text, token_type: text, expires_in: whole }),
  sinchBatch: object(batch, { type: word('mt_text'), delivery_report: reports, callback_url: link, client_reference: text }),
  sinchTaken: object(
    { id: text, ...batch, type: word('mt_text'), canceled: flag, created_at: moment, modified_at: moment, delivery_report: reports },
    { callback_url: link, client_reference: text, flash_message: flag },
  ),
  sinchBatches: object({ count: whole, page: whole, page_size: whole, batches: list({ type: 'object' }) }),
  sinchText: object({ type: word('mo_text'), ...sinchInbound, body: any }, { operator_id: text, sent_at: moment, client_reference: text }),
  sinchMedia: object(
    {
      type: word('mo_media'),
      ...sinchInbound,
      body: object({}, { subject: any, message: any, media: list(object({ code: whole, content_type: text, status: text }, { url: link })) }),
    },
    { operator_id: text },
  ),
  sinchReport: object(
    {
      type: word('recipient_delivery_report_sms'),
      at: moment,
      batch_id: text,
      code: whole,
      recipient: digits,
      status: word('Queued', 'Dispatched', 'Aborted', 'Cancelled', 'Rejected', 'Deleted', 'Delivered', 'Failed', 'Expired', 'Unknown'),
    },
    { client_reference: text, operator_status_at: moment, applied_originator: text, operator: text },
  ),
  sinchNumber: object(
    { phoneNumber: e164, projectId: text, regionCode: text, type: word('LOCAL', 'MOBILE', 'TOLL_FREE'), capability: list(word('SMS', 'VOICE')) },
    {
      displayName: any,
      money: object({ currencyCode: text, amount: text }),
      paymentIntervalMonths: whole,
      nextChargeDate: moment,
      expireAt: { type: ['string', 'null'] },
      smsConfiguration: configuration,
      voiceConfiguration: { type: 'object' },
      callbackUrl: any,
    },
  ),
  sinchNumbers: object({ activeNumbers: list({ type: 'object' }), nextPageToken: any, totalSize: whole }),
  sinchTrunk: object(
    { id: text, name: text, hostName: text, topLevelDomain: text, domain: text, projectId: text },
    { callsPerSecond: whole, enableCallerName: flag, createTime: moment, updateTime: moment },
  ),
}

export type SchemaName = keyof typeof SCHEMAS

const ajv = new Ajv({ strict: false, allErrors: true })
addFormats.default(ajv)
const compiled = new Map<SchemaName, ReturnType<typeof ajv.compile>>()

/** What is wrong with a value by that schema. */
export function complaints(name: SchemaName, value: unknown): string[] {
  const validate = compiled.get(name) ?? ajv.compile(SCHEMAS[name])
  compiled.set(name, validate)
  return validate(value) ? [] : validate.errors!.map(({ instancePath, message, params }) => `${name}${instancePath} ${message} ${JSON.stringify(params)}`)
}
