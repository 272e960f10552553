import { z } from 'zod'
import type { OwnedNumber } from '../carrier.ts'
import { requestAccountApi, type CompatAccount, nextPageQuery, requestAccountData, requireSameAccount } from './api.ts'
import { orNullIfNotFound, parseReply } from '../http.ts'

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

/** A page of the account's numbers, by what is asked. Throws where they are another account's. */
export async function fetchPage(account: CompatAccount, query: Record<string, string>) {
  const page = await requestAccountData(account, NumbersBody, { method: 'GET', subpath: '/IncomingPhoneNumbers', query })
  for (const { account_sid } of page.incoming_phone_numbers) requireSameAccount(account, account_sid ?? account.id)
  return page
}

/** The filter finds every number that holds the digits: only the same one counts. */
export async function findByE164(account: CompatAccount, e164: string): Promise<NumberBody | null> {
  const firstPage = await fetchPage(account, { PhoneNumber: e164, PageSize: '1' })
  const findMatch = (numbers: NumberBody[]) => numbers.find(({ phone_number }) => phone_number === e164)
  if (findMatch(firstPage.incoming_phone_numbers) || !firstPage.next_page_uri) return findMatch(firstPage.incoming_phone_numbers) ?? null
  return findMatch((await fetchPage(account, { PhoneNumber: e164, PageSize: MAX_PAGE_SIZE })).incoming_phone_numbers) ?? null
}

/** Whether any of the account's numbers takes texts; most often the first tells. */
export async function hasSmsNumber(account: CompatAccount): Promise<boolean> {
  const firstPage = await fetchPage(account, { PageSize: '1' })
  if (firstPage.incoming_phone_numbers.some(hasSms) || !firstPage.next_page_uri) return firstPage.incoming_phone_numbers.some(hasSms)
  return (await fetchPage(account, { PageSize: MAX_PAGE_SIZE })).incoming_phone_numbers.some(hasSms)
}

const hasSms = ({ capabilities }: NumberBody) => capabilities?.sms === true

/** The cursor is the query of the page. */
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

/** The number of that id; null when it is gone. */
export async function findById(account: CompatAccount, id: string): Promise<NumberBody | null> {
  const reply = await orNullIfNotFound(requestAccountApi(account, { method: 'GET', subpath: pathOf(id) }))
  return reply && parseReply(NumberBody, reply.body)
}

/**
 * Overwrites whatever address stood there, and an application that would go before it. A text is told once: where that fails it is
 * told once more only if there is an address for such a case, so ours is that one as well.
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

/** Takes our address away; another one is not ours to touch. */
export async function unrouteInbound(account: CompatAccount, id: string, url: string): Promise<void> {
  const number = await findById(account, id)
  if (number?.sms_url !== url) return
  await orNullIfNotFound(requestAccountApi(account, { method: 'POST', subpath: pathOf(id), form: { SmsUrl: '', SmsFallbackUrl: '' }, effect: 'safe' }))
}
