import { z } from 'zod'
import { AgentCreateDocument, AgentGetDocument, AgentListDocument } from '../../src/generated/rest.ts'
import { SHORT_PAGE } from '../../src/kernel/db/rows.ts'
import { idParam, pageArgs, paging } from '../../src/rest/params.ts'
import { only, page } from '../../src/rest/reply.ts'
import { route } from '../../src/rest/route.ts'

// Nothing here runs. The type check proves that the compiler refuses each of these mistakes.
const facts = { method: 'GET', scope: 'agents:read', status: 200, tool: 'x', command: 'x', summary: 'x' } as const
const agentId = idParam('agent_id', 'Agent')

export const right = route({ ...facts, path: '/agents/{agent_id}', params: agentId, document: AgentGetDocument, variables: ({ params }) => ({ id: params.agent_id }), reply: only('agent') })

export const wrong = [
  // @ts-expect-error the path names another parameter
  route({ ...facts, path: '/agents/{id}', params: agentId, document: AgentGetDocument, variables: ({ params }) => ({ id: params.agent_id }), reply: only('agent') }),
  // @ts-expect-error the parameter does not exist
  route({ ...facts, path: '/agents/{agent_id}', params: agentId, document: AgentGetDocument, variables: ({ params }) => ({ id: params.call_id }), reply: only('agent') }),
  // @ts-expect-error the path's parameters are not declared
  route({ ...facts, path: '/agents/{agent_id}', document: AgentGetDocument, variables: ({ params }) => ({ id: params.agent_id }), reply: only('agent') }),
  // @ts-expect-error a variable is missing
  route({ ...facts, path: '/agents/{agent_id}', params: agentId, document: AgentGetDocument, variables: () => ({}), reply: only('agent') }),
  // @ts-expect-error a variable that the document does not declare
  route({ ...facts, path: '/agents', query: z.object(paging(SHORT_PAGE)), document: AgentListDocument, variables: ({ query }) => ({ ...pageArgs(query), active: true }), reply: page }),
  // @ts-expect-error a variable of the wrong type
  route({ ...facts, path: '/agents', document: AgentListDocument, variables: () => ({ first: '20' }), reply: page }),
  // @ts-expect-error a query parameter that does not exist
  route({ ...facts, path: '/agents', query: z.object(paging(SHORT_PAGE)), document: AgentListDocument, variables: ({ query }) => ({ isActive: query.is_active }), reply: page }),
  // @ts-expect-error the document has no pages
  route({ ...facts, path: '/agents/{agent_id}', params: agentId, document: AgentGetDocument, variables: ({ params }) => ({ id: params.agent_id }), reply: page }),
  // @ts-expect-error the document has no such field
  route({ ...facts, path: '/agents/{agent_id}', params: agentId, document: AgentGetDocument, variables: ({ params }) => ({ id: params.agent_id }), reply: only('call') }),
  // @ts-expect-error a body field that the input does not know
  route({ ...facts, path: '/agents', body: z.object({ title: z.string() }), document: AgentCreateDocument, variables: ({ body }) => ({ input: { name: body.name } }), reply: only('agent') }),
  // @ts-expect-error a scope that does not exist
  route({ ...facts, scope: 'agents:publish', path: '/agents', document: AgentListDocument, variables: () => ({}), reply: page }),
]
