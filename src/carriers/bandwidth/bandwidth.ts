import { z } from 'zod'
import { CREDENTIALS } from '../../inputs/carriers.ts'
import { routeApplication, unrouteApplication } from './applications.ts'
import { parseBandwidthWebhook } from './webhooks.ts'
import { describeNumber, requireNumberAccess, hasApplication, listPage, ownsNumber } from './numbers.ts'
import { requestMessagingApi, type BandwidthCredentials, clientOf, parseSendError } from './requests.ts'
import { type Carrier, CarrierError, type SmsMissing, type SmsStatus } from '../carrier.ts'
import { trunkOf, orNullIfForbidden, requireKnownAccount } from '../credentials.ts'
import { parseJson, lookUp } from '../webhooks.ts'
import { parseReply } from '../http.ts'
import { requestToken } from '../oauth.ts'
import { isTollFree } from '../phoneNumbers.ts'

const SentBody = z.object({ id: z.string().min(1) })

const MessagesBody = z.object({
  messages: z
    .array(z.object({ messageId: z.string(), sourceTn: z.string(), destinationTn: z.string(), messageStatus: z.string().nullish(), receiveTime: z.string() }))
    .nullish(),
})

const STATUSES: Record<string, SmsStatus> = { SENDING: 'sent', SENT: 'sent', DELIVERED: 'delivered', UNDELIVERED: 'undelivered', FAILED: 'failed' }

/** Bandwidth's messaging API and its API for numbers and applications. */
export const bandwidth: Carrier<'bandwidth'> = {
  name: 'bandwidth',
  credentials: CREDENTIALS.bandwidth,

  /** Only the toll-free network handles keywords. */
  handlesKeywords: isTollFree,

  async verify(credentials) {
    const accounts = parseAccounts(await requestToken(clientOf(credentials)))
    if (accounts && !accounts.includes(credentials.account_id)) throw new CarrierError('bad_credentials', 'The credentials belong to another account')
    const smsMissing: SmsMissing[] = []
    const canSend = await canSendSms(credentials, accounts !== null)
    if (!canSend) smsMissing.push('messaging_permission')
    const { application_id: application } = credentials
    if (application === undefined || !(await hasApplication(credentials, application))) smsMissing.push('application_id')
    return { accountId: credentials.account_id, smsMissing }
  },

  findNumber: async (credentials, e164) => ((await ownsNumber(credentials, e164)) ? describeNumber(credentials, e164) : null),

  async listNumbers(credentials, cursor) {
    const { numbers, next } = await listPage(credentials, Number(cursor ?? 1))
    return { numbers, next: next === null ? null : String(next) }
  },

  routeInbound: (credentials, _number, url) => routeApplication(credentials, url),

  async unrouteInbound(credentials, _number, url, connectedNumbers) {
    if (connectedNumbers.length === 0) await unrouteApplication(credentials, url)
  },

  async sendSms(credentials, { from, to, body: text, ref: tag, timeoutMs }) {
    if (credentials.application_id === undefined) throw new CarrierError('rejected', 'SMS requires the application_id of a messaging application')
    const json = { applicationId: credentials.application_id, to: [to], from, text, tag }
    const { body } = await requestMessagingApi(credentials, { method: 'POST', json, effect: 'send', timeoutMs }, parseSendError)
    return { carrierMessageId: parseReply(SentBody, body, 'send').id, status: 'queued' }
  },

  /** Bandwidth lists messages without text and tag, so this picks the oldest one between the two numbers that is not known. */
  async findSms(credentials, { from, to, since }, isKnown) {
    const query = { sourceTn: from, destinationTn: to, messageDirection: 'OUTBOUND', fromDateTime: since.toISOString(), limit: '100' }
    const { body } = await requestMessagingApi(credentials, { method: 'GET', query, effect: 'safe' })
    const candidates = (parseReply(MessagesBody, body).messages ?? []).filter(({ sourceTn, destinationTn }) => sourceTn === from && destinationTn === to)
    for (const { messageId, messageStatus } of candidates.toSorted((a, b) => Date.parse(a.receiveTime) - Date.parse(b.receiveTime)))
      if (!(await isKnown(messageId))) return { carrierMessageId: messageId, status: lookUp(STATUSES, messageStatus) ?? 'queued' }
    return null
  },

  parseWebhook: (_credentials, request, token) => parseBandwidthWebhook(request, token),

  trunk: async (credentials) => trunkOf(credentials),
}

/** Returns a token's accounts, or null if it names none. The token is trusted, because it came from its issuer. */
const parseAccounts = (token: string): string[] | null =>
  Claims.safeParse(parseJson(Buffer.from(token.split('.')[1] ?? '', 'base64url'))).data?.accounts.map(String) ?? null

const Claims = z.object({ accounts: z.array(z.union([z.string(), z.number()])) })

/**
 * Whether the credentials may send SMS for the account. If not, they must be able to read its numbers. If the token did not name the
 * account, the permission to send verifies it and is required. Throws CarrierError.
 */
async function canSendSms(credentials: BandwidthCredentials, isAccountVerified: boolean): Promise<boolean> {
  const probe = requireKnownAccount(requestMessagingApi(credentials, { method: 'GET', query: { limit: '1' }, effect: 'safe' }))
  if (!isAccountVerified) return (await probe) !== null
  const canSend = (await orNullIfForbidden(probe)) !== null
  if (!canSend) await requireNumberAccess(credentials)
  return canSend
}
