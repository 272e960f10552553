import type { Routing } from '../services/calls/inbound/inboundRouting.ts'
import { builder } from './builder.ts'

export const CallRouting = builder.objectRef<Routing>('CallRouting').implement({
  description: 'How it was found out who answers an inbound call',
  fields: (t) => ({
    by: t.exposeString('by', { description: 'assistant_request: your server decided; default_agent: the number’s own agent' }),
    problem: t.exposeString('problem', { nullable: true, description: 'What stood in the way; null when nothing did' }),
    latencyMs: t.int({ nullable: true, description: 'How long your server took; null when it was not asked', resolve: ({ latency_ms }) => latency_ms }),
    requestId: t.string({ nullable: true, description: 'The id under which your server was asked', resolve: ({ request_id }) => request_id }),
  }),
})
