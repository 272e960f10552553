import { z } from 'zod'
import {
  AgentCreateDocument,
  AgentGetDocument,
  AgentListDocument,
  AgentPublishDocument,
  AgentRetireDocument,
  AgentUpdateDocument,
} from '../../generated/rest.ts'
import { AgentChanges, AgentInput } from '../../inputs/agents.ts'
import { agent, newAgent } from '../examples/agents.ts'
import { camelKeys, snake } from '../names.ts'
import { SHORT_PAGE } from '../../kernel/db/rows.ts'
import { flagQuery, idParam, pageArgs, paging } from '../params.ts'
import { none, only, page } from '../reply.ts'
import { route } from '../route.ts'

const agentId = idParam('agent_id', 'Agent')

export const agentRoutes = [
  route({
    method: 'GET',
    path: '/agents',
    scope: 'agents:read',
    status: 200,
    tool: 'list_agents',
    command: 'agents list',
    summary: 'Agents, newest first; active ones unless `is_active` says otherwise',
    query: z.object({ ...paging(SHORT_PAGE), is_active: flagQuery.optional() }),
    document: AgentListDocument,
    variables: ({ query }) => ({ ...pageArgs(query), isActive: query.is_active }),
    reply: page,
    example: { params: { limit: 20 }, answer: agent },
  }),
  route({
    method: 'POST',
    path: '/agents',
    scope: 'agents:write',
    status: 201,
    idempotent: true,
    tool: 'create_agent',
    command: 'agents create',
    summary: 'A new agent; it can place calls once it is published',
    about: 'Only `name` is required. An agent that is not published places no calls.',
    body: snake(AgentInput),
    document: AgentCreateDocument,
    variables: ({ body }) => ({ input: camelKeys(body) }),
    reply: only('agent'),
    example: { body: newAgent, answer: { ...agent, is_published: false } },
  }),
  route({
    method: 'GET',
    path: '/agents/{agent_id}',
    scope: 'agents:read',
    status: 200,
    tool: 'get_agent',
    command: 'agents get',
    summary: 'An agent with its whole configuration',
    about: '`has_unpublished_changes` says whether the voice provider still works with an older configuration.',
    params: agentId,
    document: AgentGetDocument,
    variables: ({ params }) => ({ id: params.agent_id }),
    reply: only('agent'),
    example: { params: { agent_id: 7 }, answer: agent },
  }),
  route({
    method: 'PATCH',
    path: '/agents/{agent_id}',
    scope: 'agents:write',
    status: 200,
    tool: 'update_agent',
    command: 'agents update',
    summary: 'Changes an agent; the voice provider hears of it at the next publish',
    about: 'Changes the fields that are sent and no other; null goes back to the default.',
    fails: [400, 409],
    params: agentId,
    body: snake(AgentChanges),
    document: AgentUpdateDocument,
    variables: ({ params, body }) => ({ id: params.agent_id, input: camelKeys(body) }),
    reply: only('agent'),
    example: { params: { agent_id: 7 }, body: { name: 'Grace' }, answer: { ...agent, name: 'Grace', has_unpublished_changes: true } },
  }),
  route({
    method: 'DELETE',
    path: '/agents/{agent_id}',
    scope: 'agents:write',
    status: 204,
    tool: 'delete_agent',
    command: 'agents delete',
    summary: 'Retires an agent; it stays readable and places no more calls',
    about: 'Calls under way go on.',
    params: agentId,
    document: AgentRetireDocument,
    variables: ({ params }) => ({ id: params.agent_id }),
    reply: none,
    example: { params: { agent_id: 7 } },
  }),
  route({
    method: 'POST',
    path: '/agents/{agent_id}/publish',
    scope: 'agents:write',
    status: 200,
    tool: 'publish_agent',
    command: 'agents publish',
    hints: { idempotent: true, openWorld: true },
    summary: 'Syncs an agent to its voice provider; new calls use it from then on',
    about:
      'A configuration that the voice provider cannot express is a 422 whose `detail.problems` names every field and the reason; so is an inactive agent. ' +
      'A publish that is under way is a 409, and so is one whose version does not fit into the storage of the plan. A provider that fails is a 502: publish again. Calls use what was published before until this succeeds.',
    fails: [409, 422, 502],
    params: agentId,
    document: AgentPublishDocument,
    variables: ({ params }) => ({ id: params.agent_id }),
    reply: only('agent', { plus: { status: 'published' } }),
    example: { params: { agent_id: 7 }, answer: agent },
  }),
]
