import { SIMULATED_CARRIER } from '../../kernel/vocabulary/carrierNames.ts'
import { openEnvelope, sealEnvelope } from '../../kernel/crypto/envelope.ts'
import type { PhoneNumber } from '../../generated/prisma/client.ts'
import type { Credentials } from '../../inputs/carriers.ts'
import type { SipTrunk as GivenTrunk } from '../../inputs/numbers.ts'
import type { CarrierAccount, Way } from '../../providers/provider.ts'
import type { SipTrunk } from '../../providers/sipTrunk.ts'
import * as carrierAccess from '../carriers/carrierAccess.ts'
import { carrierFailed } from '../carriers/carrierFailures.ts'
import { provider } from '../voiceProviders/voiceProviders.ts'

type Placed = Pick<PhoneNumber, 'workspaceId' | 'phoneNumber'>
type Stored = Placed & Pick<PhoneNumber, 'trunk' | 'trunkKeyId'>

/** Numbers of our making are on a trunk that only the simulator knows. */
const SIMULATED: SipTrunk = { terminationUri: 'sip.simulator.invalid' }

/** What binds a number's trunk to its row. */
export const placeOf = ({ workspaceId, phoneNumber }: Placed) => `phone_numbers.trunk:${workspaceId}:${phoneNumber}`

/** The trunk that was given with a number, as its row keeps it. */
export function sealed(number: Placed, { termination_uri, username, password }: GivenTrunk): { trunk: Uint8Array<ArrayBuffer>; trunkKeyId: string } {
  const trunk: SipTrunk = { terminationUri: termination_uri, ...(username && { username }), ...(password && { password }) }
  const { sealed: bytes, keyId } = sealEnvelope(JSON.stringify(trunk), placeOf(number))
  return { trunk: bytes, trunkKeyId: keyId }
}

const given = (number: Stored): SipTrunk | null =>
  number.trunk && (JSON.parse(openEnvelope({ sealed: number.trunk, keyId: number.trunkKeyId! }, placeOf(number))) as SipTrunk)

/**
 * How a voice provider is to reach the number: over the trunk that came with it, over the one that came with the account, at the
 * account itself where the provider can do that, or over the one that the carrier tells. Null where nobody knows. Credentials
 * of the account are answered to no other provider than one that needs them. Throws in the domain's words when the carrier fails.
 */
export async function wayTo(number: PhoneNumber, engine: string): Promise<Way | null> {
  const own = given(number)
  if (own) return { sip: own }
  if (number.carrier === SIMULATED_CARRIER) return { sip: SIMULATED }
  const connection = number.connectionId === null ? null : await carrierAccess.get(number.workspaceId, number.connectionId)
  if (!connection) return null
  const { carrier, credentials } = carrierAccess.open(connection)
  if (credentials.sip_termination_uri)
    return { sip: { terminationUri: credentials.sip_termination_uri, username: credentials.sip_username, password: credentials.sip_password } }
  const account = accountOf(carrier.name, credentials)
  if (account && provider(engine).nativeCarriers.includes(account.carrier)) return { account }
  const trunk = await carrier.trunk(credentials, { e164: number.phoneNumber, carrierNumberId: number.carrierNumberId! }).catch((error: unknown) => {
    throw carrierFailed(carrier.name, error)
  })
  return trunk && { sip: trunk }
}

function accountOf(name: string, credentials: Credentials): CarrierAccount | null {
  if (name === 'twilio') {
    const { account_sid: accountSid, auth_token: authToken, api_key_sid: apiKey, api_key_secret: apiSecret } = credentials as Credentials<'twilio'>
    return authToken === undefined ? { carrier: 'twilio', accountSid, apiKey: apiKey!, apiSecret: apiSecret! } : { carrier: 'twilio', accountSid, authToken }
  }
  if (name !== 'vonage') return null
  const { api_key: apiKey, api_secret: apiSecret } = credentials as Credentials<'vonage'>
  return { carrier: 'vonage', apiKey, apiSecret }
}
