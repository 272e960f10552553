import { z } from 'zod'
import type { OwnedNumber } from '../carrier.ts'
import { askAccount, type CompatAccount, parseQuery, requireOfAccount, requireSame } from './api.ts'
import { orNullIfNotFound, parseReply } from '../http.ts'

const PAGE_SIZE = '100'
const MAX_PAGE_SIZE = '1000'

const Line = z.object({
  sid: z.string().min(1),
  account_sid: z.string().nullish(),
  phone_number: z.string(),
  capabilities: z.object({ voice: z.boolean().catch(false), sms: z.boolean().catch(false) }).nullish(),
  sms_url: z.string().nullish(),
  sms_application_sid: z.string().nullish(),
  trunk_sid: z.string().nullish(),
})
export type NumberBody = z.output<typeof Line>
const NumbersBody = z.object({ incoming_phone_numbers: z.array(Line), next_page_uri: z.string().nullish() })

/** A page of the account's numbers, by what is asked. Throws where they are another account's. */
export async function readPage(account: CompatAccount, query: Record<string, string>) {
  const page = await requireOfAccount(account, NumbersBody, { method: 'GET', tail: '/IncomingPhoneNumbers', query })
  for (const { account_sid } of page.incoming_phone_numbers) requireSame(account, account_sid ?? account.id)
  return page
}

/** The filter finds every number that holds the digits: only the same one counts. */
export async function findByE164(account: CompatAccount, e164: string): Promise<NumberBody | null> {
  const first = await readPage(account, { PhoneNumber: e164, PageSize: '1' })
  const same = (found: NumberBody[]) => found.find(({ phone_number }) => phone_number === e164)
  if (same(first.incoming_phone_numbers) || !first.next_page_uri) return same(first.incoming_phone_numbers) ?? null
  return same((await readPage(account, { PhoneNumber: e164, PageSize: MAX_PAGE_SIZE })).incoming_phone_numbers) ?? null
}

/** Whether any of the account's numbers takes texts; most often the first tells. */
export async function hasSmsNumber(account: CompatAccount): Promise<boolean> {
  const first = await readPage(account, { PageSize: '1' })
  if (first.incoming_phone_numbers.some(hasSms) || !first.next_page_uri) return first.incoming_phone_numbers.some(hasSms)
  return (await readPage(account, { PageSize: MAX_PAGE_SIZE })).incoming_phone_numbers.some(hasSms)
}

const hasSms = ({ capabilities }: NumberBody) => capabilities?.sms === true

/** The cursor is the query of the page. */
export async function listNumbers(account: CompatAccount, cursor: string | null): Promise<{ numbers: OwnedNumber[]; next: string | null }> {
  const page = await readPage(account, cursor === null ? { PageSize: PAGE_SIZE } : Object.fromEntries(new URLSearchParams(cursor)))
  const next = page.next_page_uri ? new URLSearchParams(parseQuery(page.next_page_uri)).toString() : null
  return { numbers: page.incoming_phone_numbers.map(toOwnedNumber), next }
}

export function toOwnedNumber(line: NumberBody): OwnedNumber {
  const { sid, phone_number, capabilities } = line
  const sms = hasSms(line)
  return { e164: phone_number, carrierNumberId: sid, voice: capabilities?.voice === true, sms, smsMissing: sms ? [] : ['sms_capable_number'] }
}

const pathOf = (id: string) => `/IncomingPhoneNumbers/${encodeURIComponent(id)}`

/** The number of that id; null when it is gone. */
export async function findById(account: CompatAccount, id: string): Promise<NumberBody | null> {
  const found = await orNullIfNotFound(askAccount(account, { method: 'GET', tail: pathOf(id) }))
  return found && parseReply(Line, found.body)
}

/**
 * Overwrites whatever address stood there, and an application that would go before it. A text is told once: where that fails it is
 * told once more only if there is an address for such a case, so ours is that one as well.
 */
export async function routeInbound(account: CompatAccount, id: string, url: string): Promise<void> {
  const application = (await findById(account, id))?.sms_application_sid
  await askAccount(account, {
    method: 'POST',
    tail: pathOf(id),
    form: { ...(application && { SmsApplicationSid: '' }), SmsUrl: url, SmsMethod: 'POST', SmsFallbackUrl: url, SmsFallbackMethod: 'POST' },
    effect: 'safe',
  })
}

/** Takes our address away; another one is not ours to touch. */
export async function unrouteInbound(account: CompatAccount, id: string, url: string): Promise<void> {
  const line = await findById(account, id)
  if (line?.sms_url !== url) return
  await orNullIfNotFound(askAccount(account, { method: 'POST', tail: pathOf(id), form: { SmsUrl: '', SmsFallbackUrl: '' }, effect: 'safe' }))
}
