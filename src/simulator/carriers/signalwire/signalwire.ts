import { randomBytes, randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { Refusal, type Site } from '../../wire/http.ts'
import {
  COMPAT_WORDING,
  createCompatError,
  toCompatRefusal,
  createCompatRequest,
  compatRoutes,
  type Dialect,
  createInboundRequest,
  toReceiptFields,
} from '../compat.ts'
import { parseBasicAuth } from '../credentials.ts'
import type { CarrierSimulator, CarrierContext } from '../types.ts'

const DIALECT: Dialect = {
  carrier: 'signalwire',
  base: '/api/laml/2010-04-01',
  suffix: '',
  createMessageId: randomUUID,
  signatureHeader: 'x-signalwire-signature',
  signingKey: ({ credentials }) => credentials.signing_key!,
}
/** URLs as SignalWire's own SDK writes them. */
const SDK_DIALECT: Dialect = { ...DIALECT, base: '/2010-04-01', suffix: '.json' }

/** SignalWire: an API compatible with Twilio's, with a host for each space. */
export const signalwire: CarrierSimulator = {
  carrier: 'signalwire',
  sites: (context): Site[] => [
    {
      prefix: /^\/carriers\/[a-z0-9-]+\.signalwire\.com/,
      provider: 'signalwire',
      routes: [...compatRoutes(context, DIALECT), ...compatRoutes(context, SDK_DIALECT)],
      authorize: (path, _bearer, headers, prefix) => authorize(context, path, headers, prefix),
      refuse: toCompatRefusal,
      wording: COMPAT_WORDING,
    },
  ],
  createAccount() {
    const id = randomUUID()
    const credentials = {
      space: `callwright-${randomBytes(3).toString('hex')}`,
      project_id: id,
      api_token: `PT${randomBytes(24).toString('hex')}`,
      signing_key: `PSK_${randomBytes(16).toString('hex')}`,
    }
    return { id, credentials }
  },
  createNumber: () => ({ id: randomUUID() }),
  createMessageId: DIALECT.createMessageId,
  receipt: (_world, account, message, { status, trouble }) =>
    message.statusUrl === null ? null : createCompatRequest(account, message.statusUrl, toReceiptFields(account, message, status, trouble), DIALECT),
  inbound: (_world, account, phoneNumber, message) => createInboundRequest(account, phoneNumber, message, DIALECT),
  retryPolicy: { timeoutMs: 15_000, retryDelaysMs: [500], shouldRetry: (status) => status === 0 },
}

function authorize(context: CarrierContext, path: string, { authorization }: IncomingHttpHeaders, prefix: string): void {
  const credentials = parseBasicAuth(authorization)
  const account = credentials && context.account('signalwire', credentials.user)
  const { api_token, space } = account?.credentials ?? {}
  if (!account || credentials.password !== api_token || prefix !== `/carriers/${space}.signalwire.com`) throw new Refusal(401, 'Unauthorized')
  const [, requestedId] = /\/2010-04-01\/Accounts\/([\w-]+)/.exec(path) ?? []
  if (requestedId !== account.id) throw createCompatError(404, 20404, COMPAT_WORDING.notFound('', path))
  if (account.state === 'forbidden') throw createCompatError(403, 20403, 'The token lacks the scope')
  if (account.state === 'suspended') throw createCompatError(403, 20005, 'Account is not active')
}
