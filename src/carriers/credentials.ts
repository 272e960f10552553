import { CarrierError, type Trunk } from './carrier.ts'

interface TrunkCredentials {
  sip_termination_uri?: string | undefined
  sip_username?: string | undefined
  sip_password?: string | undefined
}

/** The trunk that the credentials name; null where they name none. */
export function trunkOf(credentials: TrunkCredentials): Trunk | null {
  if (credentials.sip_termination_uri === undefined) return null
  return { terminationUri: credentials.sip_termination_uri, ...sipLogin(credentials) }
}

/** The same, or the carrier's own host where the credentials have a login for it; null where nobody could get in. */
export function trunkOrDefaultOf(host: string, credentials: TrunkCredentials): Trunk | null {
  const hasLogin = credentials.sip_username !== undefined && credentials.sip_password !== undefined
  if (!hasLogin && credentials.sip_termination_uri === undefined) return null
  return { terminationUri: credentials.sip_termination_uri ?? host, ...(hasLogin && sipLogin(credentials)) }
}

/** Who logs in there. */
export const sipLogin = ({ sip_username: username, sip_password: password }: TrunkCredentials): Pick<Trunk, 'username' | 'password'> => ({
  ...(username !== undefined && { username }),
  ...(password !== undefined && { password }),
})

/** An answer about the account itself: one that the carrier does not know means that the credentials are wrong. */
export async function requireKnownAccount<Reply>(reply: Promise<Reply>): Promise<Reply> {
  return reply.catch((error) => {
    if (error instanceof CarrierError && error.kind === 'not_found')
      throw new CarrierError('bad_credentials', 'The carrier does not know this account', error.info)
    throw error
  })
}

/** An answer that the credentials may have no right to; null where they have none. */
export async function orNullIfForbidden<Reply>(reply: Promise<Reply>): Promise<Reply | null> {
  return reply.catch((error) => {
    if (error instanceof CarrierError && error.kind === 'forbidden') return null
    throw error
  })
}
