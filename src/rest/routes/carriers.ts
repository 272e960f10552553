import { CarrierConnectDocument } from '../../generated/rest.ts'
import { ConnectInput } from '../../inputs/carriers.ts'
import { connection, newConnection } from '../examples/carriers.ts'
import { toCamelKeys, toSnakeKeys } from '../names.ts'
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
    notTool: 'the credentials of the carrier would pass through a model',
    summary: 'Connect a carrier account, or replace its credentials',
    about:
      'Carriers are `twilio`, `telnyx`, `vonage`, `plivo`, `signalwire`, `bandwidth` and `sinch`. `credentials` has the field names that the carrier itself ' +
      'uses. See the guide on carriers for the fields of each carrier. Callwright verifies the credentials with the carrier before it stores them. They are ' +
      'encrypted and never returned. Returns 400 if the carrier is unknown, or if it rejects the credentials, has suspended the account or denies a ' +
      'required permission. Returns 502 if the carrier does not respond.\n\nEach carrier has one connection, and one more for each `external_owner_id`. ' +
      'Connecting again replaces the credentials. `sms_missing` has codes for what the account is missing before it can send SMS messages. `provider` is an ' +
      'older name of `carrier`.',
    fails: [400, 502],
    body: toSnakeKeys(ConnectInput),
    document: CarrierConnectDocument,
    variables: ({ body }) => ({ input: toCamelKeys(body) }),
    reply: only('connection'),
    example: { body: newConnection, answer: connection },
  }),
]
