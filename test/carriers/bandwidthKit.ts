import { type FakeReply, startFakeCarrier } from './fakeCarrier.ts'

export const ACCOUNT = '9900000'
export const APPLICATION = '93de2206-9669-4e07-948d-329f4b722ee2'
export const SECRET = 'bandwidth_client_secret'

let clientCount = 0
/** Creates credentials for which no other test has cached a token. */
export const newCredentials = (more: object = {}) => ({
  account_id: ACCOUNT,
  client_id: `CLI-${++clientCount}`,
  client_secret: SECRET,
  application_id: APPLICATION,
  ...more,
})

/** Returns an access token with these claims. */
export const jwt = (claims: object) => `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.sig`

/** Returns the reply with which Bandwidth issues a token. */
export const tokenReply = (claims: object = { accounts: [ACCOUNT] }, expires_in = 3600) => ({
  body: { access_token: jwt(claims), token_type: 'Bearer', expires_in },
})

/** Returns an error of the messaging API. */
export const errorReply = (status: number, description = 'no', fieldErrors?: object[]) => ({
  status,
  body: { type: 'refused', description, ...(fieldErrors && { fieldErrors }) },
})

/** Returns a reply of the numbers API, which answers in XML. */
export const xmlReply = (body: string, status = 200) => ({ status, headers: { 'content-type': 'application/xml' }, body })

/** Returns the method and path of a read of the numbers API. */
export const operationAt = (path: string) => `GET /api/v2/${path}`

/** Starts a fake carrier that replies by method and path. Issues tokens unless `replies` says otherwise. */
export const startServer = (replies: Record<string, FakeReply>, fallback: FakeReply = errorReply(404)) =>
  startFakeCarrier(({ method, path }) => replies[`${method} ${path}`] ?? (path.endsWith('/oauth2/token') ? tokenReply() : fallback))
