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
import { stateNamed } from '../../inputs/campaignStates.ts'
import { SHORT_PAGE } from '../../kernel/db/rows.ts'
import { campaign, newCampaign, proposal } from '../examples/campaigns.ts'
import { toCamelKeys, toSnakeKeys } from '../names.ts'
import { idParam, pageArgs, paging } from '../params.ts'
import { none, only, page } from '../reply.ts'
import { route } from '../route.ts'

const campaignId = idParam('campaign_id', 'Campaign')
const JUDGED =
  'Returns 400 with the name of the field for an `extraction_schema` that is invalid or cannot be asked, an unknown time zone, an end before the start, ' +
  'or an agent or number of another workspace.'

export const campaignRoutes = [
  route({
    method: 'GET',
    path: '/campaigns',
    scope: 'campaigns:read',
    status: 200,
    tool: 'list_campaigns',
    command: 'campaigns list',
    summary: 'List campaigns',
    about: 'Newest first. `active` means `running`. Deleted campaigns are not listed.',
    query: z.object({ ...paging(SHORT_PAGE), status: CampaignStatus.optional().describe('Only campaigns with this status.') }),
    document: CampaignListDocument,
    variables: ({ query }) => ({ ...pageArgs(query), status: stateNamed(query.status) }),
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
    summary: 'Create a campaign',
    about: `Creates a draft. Only \`name\` is required. The campaign needs an agent and leads before it can start. ${JUDGED}`,
    fails: [400],
    body: toSnakeKeys(CampaignInput),
    document: CampaignCreateDocument,
    variables: ({ body }) => ({ input: toCamelKeys(body) }),
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
    summary: 'Get a campaign',
    about: 'You can change `settings` in the dashboard or with GraphQL. `waiting` shows why a running campaign places no calls at the moment, and until when.',
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
    summary: 'Update a draft or paused campaign',
    about: `Omitted fields keep their value. \`null\` restores the default. Returns 409 if the campaign is neither a draft nor paused. ${JUDGED}`,
    fails: [400, 409],
    params: campaignId,
    body: toSnakeKeys(CampaignChanges),
    document: CampaignUpdateDocument,
    variables: ({ params, body }) => ({ id: params.campaign_id, input: toCamelKeys(body) }),
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
    summary: 'Delete a campaign',
    about: 'Cancels the campaign and its waiting leads. Calls and results are kept. Returns 409 if the campaign is running. Pause it first.',
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
    summary: 'Start a campaign, or propose the start',
    about:
      "Starts a draft or paused campaign. It calls all waiting leads, which spends money. To start it on a person's behalf, send `propose` first, which " +
      'places no calls. Show the person the `summary`. Once they agree, send the `proposal_id` within 24 hours. It starts the campaign once. Without either ' +
      'field the campaign starts immediately, `status` is `running` and `proposal_id` is `null`. Both forms are checked first. A 422 `campaign_not_ready` ' +
      'lists everything that is missing, each with the `action` that fixes it. Returns 409 if the campaign is running or completed.',
    fails: [400, 409],
    params: campaignId,
    body: toSnakeKeys(StartInput),
    document: CampaignStartDocument,
    variables: ({ params, body }) => ({ id: params.campaign_id, input: toCamelKeys(body) }),
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
    summary: 'Pause a running campaign',
    about: 'Active calls continue, and no new calls are placed. Start the campaign to resume it.',
    fails: [409],
    params: campaignId,
    document: CampaignPauseDocument,
    variables: ({ params }) => ({ id: params.campaign_id }),
    reply: only('campaign'),
    example: { params: { campaign_id: 12 }, answer: { ...campaign, status: 'paused', pause_reason: 'by_hand' } },
  }),
]
