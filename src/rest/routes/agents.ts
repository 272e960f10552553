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
import { agent, disclosureAdvisory, newAgent } from '../examples/agents.ts'
import { toCamelKeys, toSnakeKeys } from '../names.ts'
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
    summary: 'List agents',
    about: 'Newest first. Only active agents are listed unless you set `is_active`.',
    query: z.object({ ...paging(SHORT_PAGE), is_active: flagQuery.optional().describe('Whether to list active or archived agents.') }),
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
    summary: 'Create an agent',
    about: 'Only `name` is required. The agent can take calls once you publish it.',
    body: toSnakeKeys(AgentInput),
    document: AgentCreateDocument,
    variables: ({ body }) => ({ input: toCamelKeys(body) }),
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
    summary: 'Get an agent',
    about: 'Returns the full configuration. `has_unpublished_changes` shows whether calls use an older one.',
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
    summary: 'Update an agent',
    about: 'Calls use the changes once you publish the agent. Omitted fields keep their value. `null` restores the default.',
    fails: [400, 409],
    params: agentId,
    body: toSnakeKeys(AgentChanges),
    document: AgentUpdateDocument,
    variables: ({ params, body }) => ({ id: params.agent_id, input: toCamelKeys(body) }),
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
    summary: 'Archive an agent',
    about: 'The agent places and answers no more calls, but can still be read. Active calls continue.',
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
    summary: 'Publish an agent',
    about:
      'Syncs the agent to its voice provider. Until that succeeds, calls use the previous version. Returns 422 for an archived agent or a configuration that ' +
      'the voice provider does not support, with each field and reason in `detail.problems`. Returns 409 while it is being published, and if it exceeds the ' +
      "plan's storage. Returns 502 if the voice provider fails.",
    fails: [409, 422, 502],
    params: agentId,
    document: AgentPublishDocument,
    variables: ({ params }) => ({ id: params.agent_id }),
    reply: only('agent', { plus: { status: 'published' } }),
    example: { params: { agent_id: 7 }, answer: { ...agent, disclosure_advisories: [disclosureAdvisory] } },
  }),
]
