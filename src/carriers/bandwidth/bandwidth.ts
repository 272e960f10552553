import { z } from 'zod'
import { CREDENTIALS } from '../../inputs/carriers.ts'
import { routeApplication, unrouteApplication } from './applications.ts'
import { hearBandwidth } from './hooks.ts'
import { described, firstNumber, knowsApplication, pageOf, owns } from './numbers.ts'
import { askMessaging, type BandwidthCredentials, clientOf, readRefusedMessage } from './requests.ts'
import { type Carrier, CarrierError, type SmsMissing, type SmsStatus } from '../carrier.ts'
import { givenTrunk, ifAllowed, ofAccount } from '../credentials.ts'
import { jsonOf } from '../hooks.ts'
import { understood } from '../http.ts'
import { newToken } from '../oauth.ts'
import { isTollFree } from '../phoneNumbers.ts'

const Taken = z.object({ id: z.string().min(1) })

const Listed = z.object({
  messages: z
    .array(z.object({ messageId: z.string(), sourceTn: z.string(), destinationTn: z.string(), messageStatus: z.string().nullish(), receiveTime: z.string() }))
    .nullish(),
})

const STATUSES: Partial<Record<string, SmsStatus>> = { SENDING: 'sent', SENT: 'sent', DELIVERED: 'delivered', UNDELIVERED: 'undelivered', FAILED: 'failed' }

/** Bandwidth's messaging API and its API of numbers and applications. */
export const bandwidth: Carrier<'bandwidth'> = {
  name: 'bandwidth',
  credentials: CREDENTIALS.bandwidth,

  /** Only the network of freephone numbers does. */
  repliesItself: isTollFree,

  async verify(credentials) {
    const accounts = accountsIn(await newToken(clientOf(credentials)))
    if (accounts && !accounts.includes(credentials.account_id)) throw new CarrierError('bad_credentials', 'The credentials belong to another account')
    const smsMissing: SmsMissing[] = []
    const mayText = await mayMessage(credentials, accounts !== null)
    if (!mayText) smsMissing.push('messaging_permission')
    const { application_id: application } = credentials
    if (application === undefined || !(await knowsApplication(credentials, application))) smsMissing.push('application_id')
    return { accountId: credentials.account_id, smsMissing }
  },

  findNumber: async (credentials, e164) => ((await owns(credentials, e164)) ? described(credentials, e164) : null),

  async listNumbers(credentials, cursor) {
    const { numbers, next } = await pageOf(credentials, Number(cursor ?? 1))
    return { numbers, next: next === null ? null : String(next) }
  },

  routeInbound: (credentials, _number, url) => routeApplication(credentials, url),

  async unrouteInbound(credentials, _number, url, others) {
    if (others.length === 0) await unrouteApplication(credentials, url)
  },

  async sendSms(credentials, { from, to, body: text, ref: tag, timeoutMs }) {
    if (credentials.application_id === undefined) throw new CarrierError('rejected', 'SMS requires the application_id of a messaging application')
    const json = { applicationId: credentials.application_id, to: [to], from, text, tag }
    const { body } = await askMessaging(credentials, { method: 'POST', json, effect: 'send', timeoutMs }, readRefusedMessage)
    return { carrierMessageId: understood(Taken, body, 'send').id, status: 'queued' }
  },

  /** Bandwidth lists messages without text or tag: the oldest one between the two numbers that is no other message's. */
  async findSms(credentials, { from, to, since }, isKnown) {
    const query = { sourceTn: from, destinationTn: to, messageDirection: 'OUTBOUND', fromDateTime: since.toISOString(), limit: '100' }
    const { body } = await askMessaging(credentials, { method: 'GET', query, effect: 'safe' })
    const ours = (understood(Listed, body).messages ?? []).filter(({ sourceTn, destinationTn }) => sourceTn === from && destinationTn === to)
    for (const { messageId, messageStatus } of ours.toSorted((a, b) => Date.parse(a.receiveTime) - Date.parse(b.receiveTime)))
      if (!(await isKnown(messageId))) return { carrierMessageId: messageId, status: STATUSES[messageStatus ?? ''] ?? 'queued' }
    return null
  },

  hear: (_credentials, request, token) => hearBandwidth(request, token),

  trunk: async (credentials) => givenTrunk(credentials),
}

/** The accounts that a token is for, which came from its issuer itself; null where it does not say. */
const accountsIn = (token: string): string[] | null =>
  Claims.safeParse(jsonOf(Buffer.from(token.split('.')[1] ?? '', 'base64url'))).data?.accounts.map(String) ?? null

const Claims = z.object({ accounts: z.array(z.union([z.string(), z.number()])) })

/**
 * Whether the credentials may text for the account. Where they may not, they have to be good for its numbers; where the
 * token did not say whose it is, this has to. Throws CarrierError.
 */
async function mayMessage(credentials: BandwidthCredentials, isProved: boolean): Promise<boolean> {
  const asked = ofAccount(askMessaging(credentials, { method: 'GET', query: { limit: '1' }, effect: 'safe' }))
  if (!isProved) return (await asked) !== null
  const mayText = (await ifAllowed(asked)) !== null
  if (!mayText) await firstNumber(credentials)
  return mayText
}
