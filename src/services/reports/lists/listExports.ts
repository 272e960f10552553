import type { AgentId, CampaignId } from '../../../kernel/vocabulary/ids.ts'
import type { Actor } from '../../../kernel/vocabulary/actor.ts'
import type { CallFilter, CallOrder } from '../../../inputs/calls.ts'
import type { LeadOrder } from '../../../inputs/leads.ts'
import { ANSWER_COLUMN, FIELD_COLUMN } from '../../../inputs/customColumns.ts'
import type { CallColumn, LeadColumn, ListColumn } from '../../../inputs/listExports.ts'
import type { ReportFormat } from '../../../inputs/reports.ts'
import { requireScope, type Scope } from '../../../kernel/vocabulary/scopes.ts'
import * as agents from '../../agents/agents.ts'
import * as campaigns from '../../campaigns/campaigns.ts'
import * as callLists from '../../calls/callLists.ts'
import type { LeadFilter } from '../../leads/leadLists.ts'
import { createOfList } from '../reports.ts'
import { toStoredCalls } from './storedLists.ts'

/** Columns with data of others than the list's rows, and the scope that they need. */
const COLUMN_SCOPES: Partial<Record<CallColumn | LeadColumn, Scope>> = { name: 'leads:read', agent: 'agents:read', campaign: 'campaigns:read' }

function requireScopes({ scopes }: Actor, columns: readonly ListColumn[], ...more: Scope[]) {
  const needed = columns.flatMap(({ name }) => (name.startsWith(FIELD_COLUMN) ? ['leads:read' as const] : (COLUMN_SCOPES[name as CallColumn] ?? [])))
  for (const scope of [...needed, ...more]) requireScope(scopes, scope)
}

/** Creates an export of the calls that match a filter, with these columns. Throws FORBIDDEN without the scope of a column, NOT_FOUND for another campaign or agent, and like the list. */
export async function exportCalls(actor: Actor, columns: readonly ListColumn[], format: ReportFormat, filter: CallFilter, order: CallOrder) {
  requireScopes(actor, columns, 'calls:read')
  if (filter.campaignId != null) await campaigns.get(actor, filter.campaignId as CampaignId)
  if (filter.agentId != null) await agents.get(actor, filter.agentId as AgentId)
  // An invalid filter fails now, and not in the job.
  await callLists.count(actor, filter, 1)
  return createOfList(actor, 'calls', format, toStoredCalls(columns, filter, order))
}

/** Creates an export of a campaign's leads that match a filter, with these columns. Throws FORBIDDEN without a scope, and NOT_FOUND. */
export async function exportLeads(
  actor: Actor,
  campaignId: CampaignId,
  columns: readonly ListColumn[],
  format: ReportFormat,
  filter: LeadFilter,
  order: LeadOrder,
) {
  requireScopes(
    actor,
    columns,
    'leads:read',
    ...(columns.some(({ name }) => name === 'answers' || name.startsWith(ANSWER_COLUMN)) ? (['calls:read'] as const) : []),
  )
  await campaigns.get(actor, campaignId)
  return createOfList(actor, 'leads', format, { columns, campaignId, leads: { filter, order } })
}
