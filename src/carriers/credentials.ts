import { CarrierError, type Trunk } from './carrier.ts'

interface TrunkCredentials {
  sip_termination_uri?: string | undefined
  sip_username?: string | undefined
  sip_password?: string | undefined
}

/** Returns the trunk in the credentials, or null if they have none. */
export function trunkOf(credentials: TrunkCredentials): Trunk | null {
  if (credentials.sip_termination_uri === undefined) return null
  return { terminationUri: credentials.sip_termination_uri, ...sipLogin(credentials) }
}

/** Returns the trunk in the credentials. With a SIP login alone, it is at the carrier's own host. Returns null without either. */
export function trunkOrDefaultOf(host: string, credentials: TrunkCredentials): Trunk | null {
  const hasLogin = credentials.sip_username !== undefined && credentials.sip_password !== undefined
  if (!hasLogin && credentials.sip_termination_uri === undefined) return null
  return { terminationUri: credentials.sip_termination_uri ?? host, ...(hasLogin && sipLogin(credentials)) }
}

/** Returns the SIP user name and password that the credentials have. */
export const sipLogin = ({ sip_username: username, sip_password: password }: TrunkCredentials): Pick<Trunk, 'username' | 'password'> => ({
  ...(username !== undefined && { username }),
  ...(password !== undefined && { password }),
})

/** Awaits a reply about the account itself. Throws bad_credentials if the carrier does not know the account. */
export async function requireKnownAccount<Reply>(reply: Promise<Reply>): Promise<Reply> {
  return reply.catch((error) => {
    if (error instanceof CarrierError && error.kind === 'not_found')
      throw new CarrierError('bad_credentials', 'The carrier does not know this account', error.info)
    throw error
  })
}

/** Awaits a reply. Returns null if the credentials lack the permission. */
export async function orNullIfForbidden<Reply>(reply: Promise<Reply>): Promise<Reply | null> {
  return reply.catch((error) => {
    if (error instanceof CarrierError && error.kind === 'forbidden') return null
    throw error
  })
}
