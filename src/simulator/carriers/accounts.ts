import { randomInt } from 'node:crypto'
import { nowMs } from '../../kernel/lib/clock.ts'
import type { Tables } from '../calls/tables.ts'
import { carrierSimulatorOf, CARRIER_SIMULATORS } from './carrierSimulators.ts'
import type { CarrierSimulator, SimAccount, SimNumber } from './types.ts'

/** Initial values of a new account. */
export interface AccountOptions {
  state?: SimAccount['state']
  ownsAny?: boolean
  /** Fixed ID and credentials instead of random ones. */
  identity?: { id: string; credentials: Record<string, string> }
}

export interface NewNumber {
  e164: string
  voice: boolean
  sms: boolean
  registered: boolean
}

export const accountKey = ({ carrier, id }: Pick<SimAccount, 'carrier' | 'id'>) => `${carrier}:${id}`

/** Opens an account at a carrier. */
export async function openAccount(
  { carrierAccounts }: Tables,
  simulator: CarrierSimulator,
  { state = 'active', ownsAny = false, identity }: AccountOptions = {},
): Promise<SimAccount> {
  const { keys = {}, ...generated } = simulator.createAccount()
  const account: SimAccount = { ...generated, ...identity, carrier: simulator.carrier, state, ownsAny, keys, createdAt: nowMs() }
  await carrierAccounts.save(accountKey(account), account)
  return account
}

/** Adds a free number to an account. */
export async function addNumber({ carrierNumbers }: Tables, account: SimAccount, { e164, ...rest }: NewNumber): Promise<SimNumber> {
  const { id, details = {} } = carrierSimulatorOf(account.carrier).createNumber(account, e164)
  const phoneNumber: SimNumber = { id, carrier: account.carrier, accountId: account.id, e164, ...rest, inboundUrl: null, more: details, createdAt: nowMs() }
  await carrierNumbers.save(e164, phoneNumber)
  return phoneNumber
}

/** Area codes of fictional 555-01XX numbers. Uncommon ones, so that they do not collide with the numbers that tests name. */
const AREA_CODES = ['217', '308', '319', '406', '580', '605', '701', '712', '785', '806', '907'] as const
const generateUsNumber = () => `+1${AREA_CODES[randomInt(AREA_CODES.length)]}55501${randomDigits(2)}`
const NUMBER_GENERATORS: readonly (() => string)[] = [
  generateUsNumber,
  generateUsNumber,
  () => `+441134960${randomDigits(3)}`,
  () => `+3353649${randomDigits(4)}`,
]

const randomDigits = (count: number) => String(randomInt(10 ** count)).padStart(count, '0')

/** Opens one account at each carrier, with two American numbers, a British one and a French one, when the simulator first starts. */
export async function openDefaultAccounts(tables: Tables): Promise<void> {
  for (const simulator of CARRIER_SIMULATORS) {
    if (tables.carrierAccounts.all().some((account) => account.carrier === simulator.carrier && !account.ownsAny)) continue
    const account = await openAccount(tables, simulator)
    for (const generate of NUMBER_GENERATORS)
      await addNumber(tables, account, { e164: findFreeNumber(tables, generate), voice: true, sms: true, registered: true })
  }
}

/** Finds a number that no account has. */
export function findFreeNumber({ carrierNumbers }: Tables, generate: () => string = generateUsNumber): string {
  for (;;) {
    const e164 = generate()
    if (!carrierNumbers.get(e164)) return e164
  }
}
