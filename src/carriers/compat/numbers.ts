import { z } from 'zod'
import type { OwnedNumber } from '../carrier.ts'
import { askAccount, type CompatAccount, queryOf, requireOfAccount, requireSame } from './api.ts'
import { ifFound, understood } from '../http.ts'

const PAGE = '100'
const LARGEST_PAGE = '1000'

const Line = z.object({
  sid: z.string().min(1),
  account_sid: z.string().nullish(),
  phone_number: z.string(),
  capabilities: z.object({ voice: z.boolean().catch(false), sms: z.boolean().catch(false) }).nullish(),
  sms_url: z.string().nullish(),
  sms_application_sid: z.string().nullish(),
  trunk_sid: z.string().nullish(),
})
export type Line = z.output<typeof Line>
const Lines = z.object({ incoming_phone_numbers: z.array(Line), next_page_uri: z.string().nullish() })

/** A page of the account's numbers, by what is asked. Throws where they are another account's. */
export async function lines(account: CompatAccount, query: Record<string, string>) {
  const page = await requireOfAccount(account, Lines, { method: 'GET', tail: '/IncomingPhoneNumbers', query })
  for (const { account_sid } of page.incoming_phone_numbers) requireSame(account, account_sid ?? account.id)
  return page
}

/** The filter finds every number that holds the digits: only the same one counts. */
export async function findLine(account: CompatAccount, e164: string): Promise<Line | null> {
  const first = await lines(account, { PhoneNumber: e164, PageSize: '1' })
  const same = (found: Line[]) => found.find(({ phone_number }) => phone_number === e164)
  if (same(first.incoming_phone_numbers) || !first.next_page_uri) return same(first.incoming_phone_numbers) ?? null
  return same((await lines(account, { PhoneNumber: e164, PageSize: LARGEST_PAGE })).incoming_phone_numbers) ?? null
}

/** Whether any of the account's numbers takes texts; most often the first tells. */
export async function anyForTexts(account: CompatAccount): Promise<boolean> {
  const first = await lines(account, { PageSize: '1' })
  if (first.incoming_phone_numbers.some(takesTexts) || !first.next_page_uri) return first.incoming_phone_numbers.some(takesTexts)
  return (await lines(account, { PageSize: LARGEST_PAGE })).incoming_phone_numbers.some(takesTexts)
}

const takesTexts = ({ capabilities }: Line) => capabilities?.sms === true

/** The cursor is the query of the page. */
export async function listNumbers(account: CompatAccount, cursor: string | null): Promise<{ numbers: OwnedNumber[]; next: string | null }> {
  const page = await lines(account, cursor === null ? { PageSize: PAGE } : Object.fromEntries(new URLSearchParams(cursor)))
  const next = page.next_page_uri ? new URLSearchParams(queryOf(page.next_page_uri)).toString() : null
  return { numbers: page.incoming_phone_numbers.map(ownedNumber), next }
}

export function ownedNumber(line: Line): OwnedNumber {
  const { sid, phone_number, capabilities } = line
  const sms = takesTexts(line)
  return { e164: phone_number, carrierNumberId: sid, voice: capabilities?.voice === true, sms, smsMissing: sms ? [] : ['sms_capable_number'] }
}

const at = (id: string) => `/IncomingPhoneNumbers/${encodeURIComponent(id)}`

/** The number of that id; null when it is gone. */
export async function lineOf(account: CompatAccount, id: string): Promise<Line | null> {
  const found = await ifFound(askAccount(account, { method: 'GET', tail: at(id) }))
  return found && understood(Line, found.body)
}

/**
 * Overwrites whatever address stood there, and an application that would go before it. A text is told once: where that fails it is
 * told once more only if there is an address for such a case, so ours is that one as well.
 */
export async function routeInbound(account: CompatAccount, id: string, url: string): Promise<void> {
  const application = (await lineOf(account, id))?.sms_application_sid
  await askAccount(account, {
    method: 'POST',
    tail: at(id),
    form: { ...(application && { SmsApplicationSid: '' }), SmsUrl: url, SmsMethod: 'POST', SmsFallbackUrl: url, SmsFallbackMethod: 'POST' },
    effect: 'safe',
  })
}

/** Takes our address away; another one is not ours to touch. */
export async function unrouteInbound(account: CompatAccount, id: string, url: string): Promise<void> {
  const line = await lineOf(account, id)
  if (line?.sms_url !== url) return
  await ifFound(askAccount(account, { method: 'POST', tail: at(id), form: { SmsUrl: '', SmsFallbackUrl: '' }, effect: 'safe' }))
}
