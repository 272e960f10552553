import { randomInt } from 'node:crypto'
import { nowMs } from '../../kernel/lib/clock.ts'
import type { Tables } from '../calls/tables.ts'
import { halfOf, HALVES } from './carrierSimulators.ts'
import type { CarrierHalf, SimAccount, SimLine } from './types.ts'

/** What a new account begins with. */
export interface Opening {
  state?: SimAccount['state']
  ownsAny?: boolean
  /** Known beforehand, in place of random ones. */
  given?: { id: string; credentials: Record<string, string> }
}

export interface NewLine {
  e164: string
  voice: boolean
  sms: boolean
  registered: boolean
}

export const accountKey = ({ carrier, id }: Pick<SimAccount, 'carrier' | 'id'>) => `${carrier}:${id}`

/** Opens an account of a carrier. */
export async function openAccount(
  { carrierAccounts }: Tables,
  half: CarrierHalf,
  { state = 'active', ownsAny = false, given }: Opening = {},
): Promise<SimAccount> {
  const { keys = {}, ...made } = half.newAccount()
  const account: SimAccount = { ...made, ...given, carrier: half.carrier, state, ownsAny, keys, createdAt: nowMs() }
  await carrierAccounts.save(accountKey(account), account)
  return account
}

/** Gives an account a number that nobody has. */
export async function addLine({ carrierNumbers }: Tables, account: SimAccount, { e164, ...rest }: NewLine): Promise<SimLine> {
  const { id, more = {} } = halfOf(account.carrier)!.newLine(account, e164)
  const line: SimLine = { id, carrier: account.carrier, accountId: account.id, e164, ...rest, inboundUrl: null, more, createdAt: nowMs() }
  await carrierNumbers.save(e164, line)
  return line
}

/** Nobody's numbers, which regulators keep for stories, from places that stories seldom tell of: tests name others. */
const AREAS = ['217', '308', '319', '406', '580', '605', '701', '712', '785', '806', '907'] as const
const american = () => `+1${AREAS[randomInt(AREAS.length)]}55501${digits(2)}`
const RANGES: readonly (() => string)[] = [american, american, () => `+441134960${digits(3)}`, () => `+3353649${digits(4)}`]

const digits = (count: number) => String(randomInt(10 ** count)).padStart(count, '0')

/** One ready account a carrier, with two American numbers, a British and a French one, made when the simulator first starts. */
export async function openReadyAccounts(tables: Tables): Promise<void> {
  for (const half of HALVES) {
    if (tables.carrierAccounts.all().some((account) => account.carrier === half.carrier && !account.ownsAny)) continue
    const account = await openAccount(tables, half)
    for (const range of RANGES) await addLine(tables, account, { e164: freeNumber(tables, range), voice: true, sms: true, registered: true })
  }
}

/** A number that no account has. */
export function freeNumber({ carrierNumbers }: Tables, range: () => string = american): string {
  for (;;) {
    const e164 = range()
    if (!carrierNumbers.get(e164)) return e164
  }
}
