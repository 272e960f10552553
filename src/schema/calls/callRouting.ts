import type { Routing } from '../../services/calls/inbound/inboundRouting.ts'
import { builder } from '../base/builder.ts'
import { RoutedBy } from '../enums/calls.ts'

export const CallRouting = builder.objectRef<Routing>('CallRouting').implement({
  description: 'How the agent of an inbound call was chosen.',
  fields: (t) => ({
    by: t.expose('by', { type: RoutedBy }),
    problem: t.exposeString('problem', { nullable: true, description: 'Why the call was not routed as configured. `null` if there was no problem.' }),
    latencyMs: t.int({
      nullable: true,
      description: 'Response time of your server in milliseconds. `null` if no request was sent.',
      resolve: ({ latency_ms }) => latency_ms,
    }),
    requestId: t.string({
      nullable: true,
      description: 'ID of the request to your server. `null` if no request was sent.',
      resolve: ({ request_id }) => request_id,
    }),
  }),
})
