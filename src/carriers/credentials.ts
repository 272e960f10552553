import { CarrierError, type Trunk } from './carrier.ts'

interface TrunkCredentials {
  sip_termination_uri?: string | undefined
  sip_username?: string | undefined
  sip_password?: string | undefined
}

/** The trunk that the credentials name; null where they name none. */
export function readTrunk(given: TrunkCredentials): Trunk | null {
  if (given.sip_termination_uri === undefined) return null
  return { terminationUri: given.sip_termination_uri, ...sipLogin(given) }
}

/** The same, or the carrier's own host where the credentials have a login for it; null where nobody could get in. */
export function readTrunkOrHost(host: string, given: TrunkCredentials): Trunk | null {
  const known = given.sip_username !== undefined && given.sip_password !== undefined
  if (!known && given.sip_termination_uri === undefined) return null
  return { terminationUri: given.sip_termination_uri ?? host, ...(known && sipLogin(given)) }
}

/** Who logs in there. */
export const sipLogin = ({ sip_username: username, sip_password: password }: TrunkCredentials): Pick<Trunk, 'username' | 'password'> => ({
  ...(username !== undefined && { username }),
  ...(password !== undefined && { password }),
})

/** An answer about the account itself: one that the carrier does not know means that the credentials are wrong. */
export async function requireKnownAccount<Answer>(answer: Promise<Answer>): Promise<Answer> {
  return answer.catch((error) => {
    if (error instanceof CarrierError && error.kind === 'not_found')
      throw new CarrierError('bad_credentials', 'The carrier does not know this account', error.info)
    throw error
  })
}

/** An answer that the credentials may have no right to; null where they have none. */
export async function orNullIfForbidden<Answer>(answer: Promise<Answer>): Promise<Answer | null> {
  return answer.catch((error) => {
    if (error instanceof CarrierError && error.kind === 'forbidden') return null
    throw error
  })
}
