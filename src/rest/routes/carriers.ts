import { CarrierConnectDocument } from '../../generated/rest.ts'
import { ConnectInput } from '../../inputs/carriers.ts'
import { connection, newConnection } from '../examples/carriers.ts'
import { camelKeys, snake } from '../names.ts'
import { only } from '../reply.ts'
import { route } from '../route.ts'

export const carrierRoutes = [
  route({
    method: 'POST',
    path: '/integrations/connect',
    scope: 'numbers:write',
    status: 201,
    tool: 'connect_carrier',
    command: 'carriers connect',
    hints: { openWorld: true },
    notTool: 'the credentials of a carrier would pass through a model',
    summary: 'Connects your account at a carrier, or replaces its credentials',
    about:
      'Carriers: `twilio`, `telnyx`, `vonage`, `plivo`, `signalwire`, `bandwidth`, `sinch`; any other is a 400. `credentials` holds what the carrier itself calls its keys; which fields there are is told in the guide on carriers. They are tried at the carrier before anything is stored: refused ones, a suspended account or a lacking right are a 400, and a carrier that does not answer is a 502. They are kept encrypted and never answered again.\n\nThere is one connection for each carrier, and one more for each `external_owner_id`; connecting again replaces its credentials. `sms_missing` says in words that stay what the account still needs for texts. `provider` is taken for `carrier`.',
    fails: [400, 502],
    body: snake(ConnectInput),
    document: CarrierConnectDocument,
    variables: ({ body }) => ({ input: camelKeys(body) }),
    reply: only('connection'),
    example: { body: newConnection, answer: connection },
  }),
]
