import { randomBytes, randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { Refusal, type Site } from '../../wire/http.ts'
import { COMPAT_WORDING, compatError, compatRefusal, compatRequest, compatRoutes, type Dialect, inboundRequest, receiptFields } from '../compat.ts'
import { basicOf } from '../credentials.ts'
import type { CarrierHalf, CarrierWorld } from '../types.ts'

const DIALECT: Dialect = {
  carrier: 'signalwire',
  base: '/api/laml/2010-04-01',
  suffix: '',
  newTextId: randomUUID,
  signatureHeader: 'x-signalwire-signature',
  signingKey: ({ credentials }) => credentials.signing_key!,
}
/** As its own SDK writes addresses. */
const OF_SDK: Dialect = { ...DIALECT, base: '/2010-04-01', suffix: '.json' }

/** SignalWire: Twilio's words at a host of each space's own. */
export const signalwire: CarrierHalf = {
  carrier: 'signalwire',
  sites: (context): Site[] => [
    {
      prefix: /^\/carriers\/[a-z0-9-]+\.signalwire\.com/,
      provider: 'signalwire',
      routes: [...compatRoutes(context, DIALECT), ...compatRoutes(context, OF_SDK)],
      authorize: (path, _bearer, headers, prefix) => admit(context, path, headers, prefix),
      refuse: compatRefusal,
      wording: COMPAT_WORDING,
    },
  ],
  newAccount() {
    const id = randomUUID()
    const credentials = {
      space: `callwright-${randomBytes(3).toString('hex')}`,
      project_id: id,
      api_token: `PT${randomBytes(24).toString('hex')}`,
      signing_key: `PSK_${randomBytes(16).toString('hex')}`,
    }
    return { id, credentials }
  },
  newLine: () => ({ id: randomUUID() }),
  newTextId: DIALECT.newTextId,
  receipt: (_world, account, text, { status, trouble }) =>
    text.statusUrl === null ? null : compatRequest(account, text.statusUrl, receiptFields(account, text, status, trouble), DIALECT),
  inbound: (_world, account, line, text) => inboundRequest(account, line, text, DIALECT),
  patience: { timeoutMs: 15_000, pausesMs: [500], asksAgain: (status) => status === 0 },
}

function admit(context: CarrierWorld, path: string, { authorization }: IncomingHttpHeaders, prefix: string): void {
  const given = basicOf(authorization)
  const account = given && context.account('signalwire', given.user)
  const { api_token, space } = account?.credentials ?? {}
  if (!account || given.password !== api_token || prefix !== `/carriers/${space}.signalwire.com`) throw new Refusal(401, 'Unauthorized')
  const [, wanted] = /\/2010-04-01\/Accounts\/([\w-]+)/.exec(path) ?? []
  if (wanted !== account.id) throw compatError(404, 20404, COMPAT_WORDING.notFound('', path))
  if (account.state === 'forbidden') throw compatError(403, 20403, 'The token lacks the scope')
  if (account.state === 'suspended') throw compatError(403, 20005, 'Account is not active')
}
