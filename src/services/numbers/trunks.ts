import { SIMULATED_CARRIER } from '../../kernel/vocabulary/carrierNames.ts'
import { decryptSecret, encryptForRow, joinKeyId } from '../../kernel/crypto/encryption.ts'
import type { PhoneNumber } from '../../generated/prisma/client.ts'
import type { Credentials } from '../../inputs/carriers.ts'
import type { SipTrunk as TrunkInput } from '../../inputs/numbers.ts'
import type { CarrierAccount, NumberRoute } from '../../providers/provider.ts'
import type { SipTrunk } from '../../providers/sipTrunk.ts'
import * as carrierAccess from '../carriers/carrierAccess.ts'
import { fromCarrierError } from '../carriers/carrierErrors.ts'
import { provider } from '../voiceProviders/voiceProviders.ts'

type TrunkKey = Pick<PhoneNumber, 'workspaceId' | 'phoneNumber'>
type StoredTrunk = TrunkKey & Pick<PhoneNumber, 'trunk' | 'trunkKeyId'>

/** The trunk of simulated numbers, which only the simulator knows. */
const SIMULATED: SipTrunk = { terminationUri: 'sip.simulator.invalid' }

/** The additional authenticated data that binds a number's trunk to its row. */
export const aadOf = ({ workspaceId, phoneNumber }: TrunkKey) => `phone_numbers.trunk:${workspaceId}:${phoneNumber}`

/** Encrypts the trunk of a number for the columns of its row. */
export function encryptTrunk(number: TrunkKey, { termination_uri, username, password }: TrunkInput): Pick<PhoneNumber, 'trunk' | 'trunkKeyId'> {
  const trunk: SipTrunk = { terminationUri: termination_uri, ...(username && { username }), ...(password && { password }) }
  const { sealed, keyId } = encryptForRow(JSON.stringify(trunk), aadOf(number))
  return { trunk: sealed, trunkKeyId: keyId }
}

const readOwnTrunk = (number: StoredTrunk): SipTrunk | null =>
  number.trunk && (JSON.parse(decryptSecret(joinKeyId({ sealed: number.trunk, keyId: number.trunkKeyId }), aadOf(number))) as SipTrunk)

/**
 * Finds the route by which a voice provider reaches the number: the number's own trunk, the account's trunk, the account itself if the
 * provider supports the carrier natively, or the trunk that the carrier reports. Returns null if there is none. Returns account
 * credentials only for a provider that needs them. Throws DomainError if the carrier fails.
 */
export async function findRoute(number: PhoneNumber, engine: string): Promise<NumberRoute | null> {
  const ownTrunk = readOwnTrunk(number)
  if (ownTrunk) return { sip: ownTrunk }
  if (number.carrier === SIMULATED_CARRIER) return { sip: SIMULATED }
  const connection = number.connectionId === null ? null : await carrierAccess.get(number.workspaceId, number.connectionId)
  if (!connection) return null
  const { carrier, credentials } = carrierAccess.open(connection)
  if (credentials.sip_termination_uri)
    return { sip: { terminationUri: credentials.sip_termination_uri, username: credentials.sip_username, password: credentials.sip_password } }
  const account = toCarrierAccount(carrier.name, credentials)
  if (account && provider(engine).nativeCarriers.includes(account.carrier)) return { account }
  const trunk = await carrier.trunk(credentials, { e164: number.phoneNumber, carrierNumberId: number.carrierNumberId! }).catch((error: unknown) => {
    throw fromCarrierError(carrier.name, error)
  })
  return trunk && { sip: trunk }
}

function toCarrierAccount(name: string, credentials: Credentials): CarrierAccount | null {
  if (name === 'twilio') {
    const { account_sid: accountSid, auth_token: authToken, api_key_sid: apiKey, api_key_secret: apiSecret } = credentials as Credentials<'twilio'>
    return authToken === undefined ? { carrier: 'twilio', accountSid, apiKey: apiKey!, apiSecret: apiSecret! } : { carrier: 'twilio', accountSid, authToken }
  }
  if (name !== 'vonage') return null
  const { api_key: apiKey, api_secret: apiSecret } = credentials as Credentials<'vonage'>
  return { carrier: 'vonage', apiKey, apiSecret }
}
