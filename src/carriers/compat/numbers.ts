import { z } from 'zod'
import { nullIfNotFound } from '../../outbound/vendorErrors.ts'
import type { OwnedNumber } from '../carrier.ts'
import { requestAccountApi, type CompatAccount, nextPageQuery, requestAccountData, requireSameAccount } from './api.ts'
import { parseReply } from '../http.ts'

const PAGE_SIZE = '100'
const MAX_PAGE_SIZE = '1000'

const NumberBody = z.object({
  sid: z.string().min(1),
  account_sid: z.string().nullish(),
  phone_number: z.string(),
  capabilities: z.object({ voice: z.boolean().catch(false), sms: z.boolean().catch(false) }).nullish(),
  sms_url: z.string().nullish(),
  sms_application_sid: z.string().nullish(),
  trunk_sid: z.string().nullish(),
})
export type NumberBody = z.output<typeof NumberBody>
const NumbersBody = z.object({ incoming_phone_numbers: z.array(NumberBody), next_page_uri: z.string().nullish() })

/** Fetches a page of the account's numbers. Throws bad_credentials if they belong to another account. */
export async function fetchPage(account: CompatAccount, query: Record<string, string>) {
  const page = await requestAccountData(account, NumbersBody, { method: 'GET', subpath: '/IncomingPhoneNumbers', query })
  for (const { account_sid } of page.incoming_phone_numbers) requireSameAccount(account, account_sid ?? account.id)
  return page
}

/** Finds a number by exact match. The carrier's filter also matches numbers that contain the digits. */
export async function findByE164(account: CompatAccount, e164: string): Promise<NumberBody | null> {
  const firstPage = await fetchPage(account, { PhoneNumber: e164, PageSize: '1' })
  const findMatch = (numbers: NumberBody[]) => numbers.find(({ phone_number }) => phone_number === e164)
  if (findMatch(firstPage.incoming_phone_numbers) || !firstPage.next_page_uri) return findMatch(firstPage.incoming_phone_numbers) ?? null
  return findMatch((await fetchPage(account, { PhoneNumber: e164, PageSize: MAX_PAGE_SIZE })).incoming_phone_numbers) ?? null
}

/** Whether any of the account's numbers can receive SMS. Checks one number first, which is usually enough. */
export async function hasSmsNumber(account: CompatAccount): Promise<boolean> {
  const firstPage = await fetchPage(account, { PageSize: '1' })
  if (firstPage.incoming_phone_numbers.some(hasSms) || !firstPage.next_page_uri) return firstPage.incoming_phone_numbers.some(hasSms)
  return (await fetchPage(account, { PageSize: MAX_PAGE_SIZE })).incoming_phone_numbers.some(hasSms)
}

const hasSms = ({ capabilities }: NumberBody) => capabilities?.sms === true

/** Lists a page of numbers. The cursor is the page's query. */
export async function listNumbers(account: CompatAccount, cursor: string | null): Promise<{ numbers: OwnedNumber[]; next: string | null }> {
  const page = await fetchPage(account, cursor === null ? { PageSize: PAGE_SIZE } : Object.fromEntries(new URLSearchParams(cursor)))
  const next = page.next_page_uri ? new URLSearchParams(nextPageQuery(page.next_page_uri)).toString() : null
  return { numbers: page.incoming_phone_numbers.map(toOwnedNumber), next }
}

export function toOwnedNumber(number: NumberBody): OwnedNumber {
  const { sid, phone_number, capabilities } = number
  const sms = hasSms(number)
  return { e164: phone_number, carrierNumberId: sid, voice: capabilities?.voice === true, sms, smsMissing: sms ? [] : ['sms_capable_number'] }
}

const pathOf = (id: string) => `/IncomingPhoneNumbers/${encodeURIComponent(id)}`

/** Fetches a number by ID. Returns null if it no longer exists. */
export async function findById(account: CompatAccount, id: string): Promise<NumberBody | null> {
  const reply = await nullIfNotFound(requestAccountApi(account, { method: 'GET', subpath: pathOf(id) }))
  return reply && parseReply(NumberBody, reply.body)
}

/**
 * Replaces the number's SMS URL, and its application, which would take precedence. The carrier requests the URL once. After a
 * failure it requests only the fallback URL, so that is ours too.
 */
export async function routeInbound(account: CompatAccount, id: string, url: string): Promise<void> {
  const application = (await findById(account, id))?.sms_application_sid
  await requestAccountApi(account, {
    method: 'POST',
    subpath: pathOf(id),
    form: { ...(application && { SmsApplicationSid: '' }), SmsUrl: url, SmsMethod: 'POST', SmsFallbackUrl: url, SmsFallbackMethod: 'POST' },
    effect: 'safe',
  })
}

/** Removes our URL. Leaves any other URL in place. */
export async function unrouteInbound(account: CompatAccount, id: string, url: string): Promise<void> {
  const number = await findById(account, id)
  if (number?.sms_url !== url) return
  await nullIfNotFound(requestAccountApi(account, { method: 'POST', subpath: pathOf(id), form: { SmsUrl: '', SmsFallbackUrl: '' }, effect: 'safe' }))
}
