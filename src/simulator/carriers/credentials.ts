/** Parses HTTP Basic credentials; null if there are none. */
export function parseBasicAuth(authorization: string | undefined): { user: string; password: string } | null {
  const [, encoded] = /^Basic (.+)$/i.exec(authorization ?? '') ?? []
  if (encoded === undefined) return null
  const [user = '', ...rest] = Buffer.from(encoded, 'base64').toString('utf8').split(':')
  return { user, password: rest.join(':') }
}
