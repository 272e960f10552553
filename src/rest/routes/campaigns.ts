import { z } from 'zod'
import {
  CampaignCreateDocument,
  CampaignDeleteDocument,
  CampaignGetDocument,
  CampaignListDocument,
  CampaignPauseDocument,
  CampaignStartDocument,
  CampaignUpdateDocument,
} from '../../generated/rest.ts'
import { CampaignChanges, CampaignInput, CampaignStatus, StartInput } from '../../inputs/campaigns.ts'
import { SHORT_PAGE } from '../../kernel/db/rows.ts'
import { campaign, newCampaign, proposal } from '../examples/campaigns.ts'
import { camelKeys, snake } from '../names.ts'
import { idParam, pageArgs, paging } from '../params.ts'
import { none, only, page } from '../reply.ts'
import { route } from '../route.ts'

const campaignId = idParam('campaign_id', 'Campaign')
const JUDGED =
  'A 400 names the field: an `extraction_schema` that is no JSON Schema or cannot be asked, an unknown time zone, an end before the start, ' +
  'an agent or a number that is not of this workspace.'

export const campaignRoutes = [
  route({
    method: 'GET',
    path: '/campaigns',
    scope: 'campaigns:read',
    status: 200,
    tool: 'list_campaigns',
    command: 'campaigns list',
    summary: 'Campaigns, newest first',
    about: '`status` is `draft`, `running`, `paused` or `completed`; `active` is read as `running`. Deleted ones are not shown.',
    query: z.object({ ...paging(SHORT_PAGE), status: CampaignStatus.optional() }),
    document: CampaignListDocument,
    variables: ({ query }) => ({ ...pageArgs(query), status: query.status }),
    reply: page,
    example: { params: { limit: 20, status: 'running' }, answer: campaign },
  }),
  route({
    method: 'POST',
    path: '/campaigns',
    scope: 'campaigns:write',
    status: 201,
    idempotent: true,
    tool: 'create_campaign',
    command: 'campaigns create',
    summary: 'A new campaign, as a draft',
    about: `Only \`name\` is required; an agent and leads are needed to start it. ${JUDGED}`,
    fails: [400],
    body: snake(CampaignInput),
    document: CampaignCreateDocument,
    variables: ({ body }) => ({ input: camelKeys(body) }),
    reply: only('campaign'),
    example: { body: newCampaign, answer: { ...campaign, status: 'draft' } },
  }),
  route({
    method: 'GET',
    path: '/campaigns/{campaign_id}',
    scope: 'campaigns:read',
    status: 200,
    tool: 'get_campaign',
    command: 'campaigns get',
    summary: 'A campaign with its settings and what has come of it',
    about: '`settings` can be changed in the web interface. `waiting` tells why a running campaign begins no call at the moment, and until when.',
    params: campaignId,
    document: CampaignGetDocument,
    variables: ({ params }) => ({ id: params.campaign_id }),
    reply: only('campaign'),
    example: { params: { campaign_id: 12 }, answer: campaign },
  }),
  route({
    method: 'PATCH',
    path: '/campaigns/{campaign_id}',
    scope: 'campaigns:write',
    status: 200,
    tool: 'update_campaign',
    command: 'campaigns update',
    summary: 'Changes a draft or a paused campaign',
    about: `Changes the fields that are sent and no other; null goes back to the default. In any other state it is a 409. ${JUDGED}`,
    fails: [400, 409],
    params: campaignId,
    body: snake(CampaignChanges),
    document: CampaignUpdateDocument,
    variables: ({ params, body }) => ({ id: params.campaign_id, input: camelKeys(body) }),
    reply: only('campaign'),
    example: {
      params: { campaign_id: 12 },
      body: { name: 'Winter quotes' },
      answer: { ...campaign, name: 'Winter quotes', status: 'paused', pause_reason: 'by_hand' },
    },
  }),
  route({
    method: 'DELETE',
    path: '/campaigns/{campaign_id}',
    scope: 'campaigns:write',
    status: 204,
    tool: 'delete_campaign',
    command: 'campaigns delete',
    summary: 'Cancels a campaign and the leads that wait',
    about: 'A running campaign is a 409: pause it first. Its calls stay, and what was found out.',
    fails: [409],
    params: campaignId,
    document: CampaignDeleteDocument,
    variables: ({ params }) => ({ id: params.campaign_id }),
    reply: none,
    example: { params: { campaign_id: 12 } },
  }),
  route({
    method: 'POST',
    path: '/campaigns/{campaign_id}/start',
    scope: 'campaigns:start',
    status: 200,
    tool: 'start_campaign',
    command: 'campaigns start',
    hints: { destructive: true, openWorld: true },
    summary: 'Starts a draft or a paused campaign, or proposes to',
    about:
      "It calls every lead that waits, which spends money. On somebody's behalf, send `propose` first: nothing is begun; show them the `summary`, and once they agree send its " +
      '`proposal_id`, within 24 hours, to start, once. Without either it starts at once: `status` is `running` and `proposal_id` null. Each form is checked first, and a 422 `campaign_not_ready` names everything that is missing at once, each with the `action` that mends it. ' +
      'A campaign that runs or is completed is a 409.',
    fails: [400, 409],
    params: campaignId,
    body: snake(StartInput),
    document: CampaignStartDocument,
    variables: ({ params, body }) => ({ id: params.campaign_id, input: camelKeys(body) }),
    reply: only('start'),
    example: { params: { campaign_id: 12 }, body: { propose: true }, answer: proposal },
  }),
  route({
    method: 'POST',
    path: '/campaigns/{campaign_id}/pause',
    scope: 'campaigns:start',
    status: 200,
    tool: 'pause_campaign',
    command: 'campaigns pause',
    hints: { idempotent: true },
    summary: 'Pauses a running campaign',
    about: 'Calls in progress finish, and none begins after the answer. Start it to go on.',
    fails: [409],
    params: campaignId,
    document: CampaignPauseDocument,
    variables: ({ params }) => ({ id: params.campaign_id }),
    reply: only('campaign'),
    example: { params: { campaign_id: 12 }, answer: { ...campaign, status: 'paused', pause_reason: 'by_hand' } },
  }),
]
