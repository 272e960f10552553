import { z } from 'zod'
import { LeadDeleteDocument, LeadListDocument, LeadsAddDocument, LeadsUpsertDocument } from '../../generated/rest.ts'
import { LeadItemsInput, LeadsInput, LeadStatus } from '../../inputs/leads.ts'
import { LONG_PAGE } from '../../kernel/db/rows.ts'
import { lead, leadItems, leadsAdded, leadsUpserted, newLeads } from '../examples/leads.ts'
import { toCamelKeys, toSnakeKeys } from '../names.ts'
import { idParam, pageArgs, paging } from '../params.ts'
import { none, only, page } from '../reply.ts'
import { route } from '../route.ts'

/** Maximum body size for ten thousand leads with their data, in bytes (contract: error body). */
const LEADS_LIMIT = 12 * 1024 * 1024

const campaignId = idParam('campaign_id', 'Campaign')

const ROWS =
  'Invalid rows are listed in `errors` with their `index` and do not affect the others. A row fails if its number is missing, is not in E.164 format ' +
  '(`Invalid phone number`) or occurs twice (`duplicate`), if its `external_id` occurs twice (`duplicate external_id`), or if a field is too long or has ' +
  'the wrong type.'

export const leadRoutes = [
  route({
    method: 'GET',
    path: '/campaigns/{campaign_id}/leads',
    scope: 'leads:read',
    status: 200,
    tool: 'list_leads',
    command: 'leads list',
    summary: 'List the leads of a campaign',
    about: 'Newest first.',
    params: campaignId,
    query: z.object({ ...paging(LONG_PAGE), status: LeadStatus.optional().describe('Only leads with this status.') }),
    document: LeadListDocument,
    variables: ({ params, query }) => ({ ...pageArgs(query), campaignId: params.campaign_id, status: query.status }),
    reply: page,
    example: { params: { campaign_id: 5, limit: 50, status: 'pending' }, answer: lead },
  }),
  route({
    method: 'POST',
    path: '/campaigns/{campaign_id}/leads',
    scope: 'leads:write',
    status: 201,
    idempotent: true,
    bodyLimit: LEADS_LIMIT,
    tool: 'add_leads',
    command: 'leads add',
    summary: 'Add leads to a campaign',
    about:
      `Adds up to 10,000 leads. ${ROWS} A number or external ID that the campaign already has is a duplicate too. You can add leads to a running campaign. ` +
      'A completed campaign is paused, and you can start it again.',
    params: campaignId,
    body: toSnakeKeys(LeadsInput),
    document: LeadsAddDocument,
    variables: ({ params, body }) => ({ campaignId: params.campaign_id, input: toCamelKeys(body) }),
    reply: only('taken'),
    example: { params: { campaign_id: 5 }, body: newLeads, answer: leadsAdded },
  }),
  route({
    method: 'POST',
    path: '/leads:upsert',
    scope: 'leads:write',
    status: 200,
    idempotent: true,
    bodyLimit: LEADS_LIMIT,
    tool: 'upsert_leads',
    command: 'leads upsert',
    hints: { destructive: true, idempotent: true },
    summary: 'Create or update leads by external ID',
    about:
      `Updates the leads whose \`external_id\` is in the campaign, and adds the others. ${ROWS} Only the given fields are updated, and the number of a ` +
      'known lead can be omitted. A number of another lead is a `duplicate`. A lead that is being called keeps its number.',
    fails: [404],
    body: toSnakeKeys(LeadItemsInput),
    document: LeadsUpsertDocument,
    variables: ({ body }) => ({ input: toCamelKeys(body) }),
    reply: only('taken'),
    example: { body: leadItems, answer: leadsUpserted },
  }),
  route({
    method: 'DELETE',
    path: '/campaigns/{campaign_id}/leads/{lead_id}',
    scope: 'leads:write',
    status: 204,
    tool: 'delete_lead',
    command: 'leads delete',
    summary: 'Delete a lead',
    about: 'Removes the lead from its campaign. Its calls are kept. Returns 409 if the lead is being called.',
    params: z.object({ ...campaignId.shape, ...idParam('lead_id', 'Lead').shape }),
    fails: [409],
    document: LeadDeleteDocument,
    variables: ({ params }) => ({ campaignId: params.campaign_id, id: params.lead_id }),
    reply: none,
    example: { params: { campaign_id: 5, lead_id: 31 } },
  }),
]
