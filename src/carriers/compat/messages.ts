import { z } from 'zod'
import type { SentSms, SmsStatus, OutgoingSms } from '../carrier.ts'
import { type CompatAccount, nextPageQuery, requestAccountData } from './api.ts'
import { lookUp } from '../webhooks.ts'

const STATUSES: Record<string, SmsStatus> = {
  accepted: 'queued',
  scheduled: 'queued',
  initiated: 'queued',
  queued: 'queued',
  sending: 'queued',
  sent: 'sent',
  delivered: 'delivered',
  read: 'delivered',
  undelivered: 'undelivered',
  partially_delivered: 'undelivered',
  failed: 'failed',
  canceled: 'failed',
}

/** Converts a message's status. Returns null if it is unknown or not one of an outbound message. */
export const statusOf = (status: string | null | undefined): SmsStatus | null => lookUp(STATUSES, status) ?? null

const SentBody = z.object({ sid: z.string().min(1), status: z.string().nullish() })

/** Sends a message from the number itself, even with a messaging service, which has the number in its pool. */
export async function sendSms(account: CompatAccount, { from, to, body, statusUrl, timeoutMs }: OutgoingSms, messagingServiceSid?: string): Promise<SentSms> {
  const form = { To: to, From: from, MessagingServiceSid: messagingServiceSid, Body: body, StatusCallback: statusUrl }
  const { sid, status } = await requestAccountData(account, SentBody, { method: 'POST', subpath: '/Messages', form, timeoutMs, effect: 'send' })
  return { carrierMessageId: sid, status: statusOf(status) ?? 'queued' }
}

const Message = z.object({
  sid: z.string(),
  body: z.string().nullish(),
  direction: z.string().nullish(),
  from: z.string().nullish(),
  to: z.string().nullish(),
  status: z.string().nullish(),
  date_created: z.string().nullish(),
})
type Message = z.output<typeof Message>
const Messages = z.object({ messages: z.array(Message), next_page_uri: z.string().nullish() })

/** Largest assumed difference between the carrier's clock and ours. */
const MAX_CLOCK_SKEW_MS = 10_000
const MAX_PAGES = 10

/**
 * Looks for the message among those between the two numbers, newest first, until they are older than `since`. Does not filter by
 * date, because the filter uses the sending date, which a queued message does not have.
 */
export async function findSms(
  account: CompatAccount,
  { from, to, body, since }: Pick<OutgoingSms, 'from' | 'to' | 'body'> & { since: Date },
  isKnown: (id: string) => Promise<boolean>,
): Promise<SentSms | null> {
  const earliest = since.getTime() - MAX_CLOCK_SKEW_MS
  const isOld = ({ date_created }: Message) => Date.parse(date_created ?? '') < earliest
  const isMatch = (message: Message) =>
    message.to === to && message.from === from && message.body === body && !message.direction?.startsWith('inbound') && !isOld(message)
  const candidates: Message[] = []
  let query: Record<string, string> | null = { To: to, From: from, PageSize: '50' }
  for (let page = 0; query && page < MAX_PAGES; page++) {
    const { messages, next_page_uri }: z.output<typeof Messages> = await requestAccountData(account, Messages, { method: 'GET', subpath: '/Messages', query })
    candidates.push(...messages.filter(isMatch))
    query = next_page_uri && !messages.some(isOld) ? nextPageQuery(next_page_uri) : null
  }
  for (const { sid, status } of candidates.toReversed()) if (!(await isKnown(sid))) return { carrierMessageId: sid, status: statusOf(status) ?? 'queued' }
  return null
}
