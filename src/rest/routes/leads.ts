import { z } from 'zod'
import { LeadDeleteDocument, LeadListDocument, LeadsAddDocument, LeadsUpsertDocument } from '../../generated/rest.ts'
import { LeadItemsInput, LeadsInput, LeadStatus } from '../../inputs/leads.ts'
import { LONG_PAGE } from '../../kernel/db/rows.ts'
import { lead, leadItems, leadsAdded, leadsUpserted, newLeads } from '../examples/leads.ts'
import { camelKeys, snake } from '../names.ts'
import { idParam, pageArgs, paging } from '../params.ts'
import { none, only, page } from '../reply.ts'
import { route } from '../route.ts'

/** Ten thousand leads and what is known of them (contract: error body). */
const LEADS_LIMIT = 12 * 1024 * 1024

const campaignId = idParam('campaign_id', 'Campaign')

const ROWS =
  'Each row is judged by itself: a bad one is named in `errors` by its `index` and never fails the others. A row is refused when its number is missing, no E.164 number ' +
  '(`Invalid phone number`), or sent twice (`duplicate`), when its `external_id` is sent twice (`duplicate external_id`), or when a field is too long or of a wrong type.'

export const leadRoutes = [
  route({
    method: 'GET',
    path: '/campaigns/{campaign_id}/leads',
    scope: 'leads:read',
    status: 200,
    tool: 'list_leads',
    command: 'leads list',
    summary: "A campaign's leads, newest first",
    about: 'A lead is `pending`, `calling`, `completed`, `failed`, `do_not_call` or `cancelled`.',
    params: campaignId,
    query: z.object({ ...paging(LONG_PAGE), status: LeadStatus.optional() }),
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
    summary: 'Adds up to 10000 leads to a campaign',
    about: `${ROWS} A number or external id that the campaign has is a duplicate, too. Leads may be added while the campaign runs; a completed one is paused again, to be started.`,
    params: campaignId,
    body: snake(LeadsInput),
    document: LeadsAddDocument,
    variables: ({ params, body }) => ({ campaignId: params.campaign_id, input: camelKeys(body) }),
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
    summary: 'Changes the leads of a campaign whose `external_id` is known, and adds the others',
    about:
      `${ROWS} Of a known lead only what is given is changed, and its number may be left out. A number that another lead of the campaign has is a \`duplicate\`; ` +
      'a lead that is being called keeps its number.',
    fails: [404],
    body: snake(LeadItemsInput),
    document: LeadsUpsertDocument,
    variables: ({ body }) => ({ input: camelKeys(body) }),
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
    summary: 'Takes a lead out of its campaign; its calls stay',
    about: 'A lead that is being called cannot be deleted: 409.',
    params: z.object({ ...campaignId.shape, ...idParam('lead_id', 'Lead').shape }),
    fails: [409],
    document: LeadDeleteDocument,
    variables: ({ params }) => ({ campaignId: params.campaign_id, id: params.lead_id }),
    reply: none,
    example: { params: { campaign_id: 5, lead_id: 31 } },
  }),
]
