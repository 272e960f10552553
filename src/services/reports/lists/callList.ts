import type { Actor } from '../../../kernel/vocabulary/actor.ts'
import type { Call } from '../../../generated/prisma/client.ts'
import type { CallColumn, ListColumn } from '../../../inputs/listExports.ts'
import { findByIds as findAgents } from '../../agents/agents.ts'
import * as campaigns from '../../campaigns/campaigns.ts'
import * as callLists from '../../calls/callLists.ts'
import * as callParties from '../../calls/callParties.ts'
import * as calls from '../../calls/calls.ts'
import { urlOf } from '../../calls/recordings/recordings.ts'
import { readInBatchesById } from '../../shared/batches.ts'
import type { ReportRow, ReportRows } from '../reportRows.ts'
import { expandAnswers, layoutOf, toAnswerCells, toFieldCells } from './listLayout.ts'
import { callFilterOf, type StoredList } from './storedLists.ts'

const BATCH = 200
const ALL = 2_147_483_647

/** Opens the calls of a list as it is filtered and sorted, with its columns. Throws like the list. */
export async function open(actor: Actor, { columns: chosen, campaignId, calls: list }: StoredList): Promise<ReportRows> {
  const filter = callFilterOf(list!)
  const columns = expandAnswers(chosen, campaignId === null ? null : await campaigns.get(actor, campaignId))
  const find = await callLists.createFinder(actor, filter, calls.FIELDS, list!.order)
  const batches = readInBatchesById(BATCH, async (after, take) => {
    const rows = await find({ where: after === 0 ? {} : { id: { lt: after } }, take })
    return addParties(actor, rows)
  })
  return { ...layoutOf(columns), rows: toRows(batches, columns), count: () => callLists.count(actor, filter, ALL) }
}

type CallRow = Awaited<ReturnType<typeof addParties>>[number]

/** Adds the people, agents, campaigns and details of calls, each with one query. */
async function addParties(actor: Actor, rows: Call[]) {
  const idsOf = (field: 'leadId' | 'agentId' | 'campaignId') => rows.map((row) => row[field] ?? 0)
  const [leads, agents, campaignRows, details] = await Promise.all([
    callParties.listLeads(actor, idsOf('leadId')),
    findAgents(actor, idsOf('agentId')),
    callParties.listCampaigns(actor, idsOf('campaignId')),
    calls.listDetails(
      actor,
      rows.map(({ id }) => id as Parameters<typeof calls.listDetails>[1][number]),
    ),
  ])
  return rows.map((call, at) => ({ id: call.id, call, lead: leads[at], agent: agents[at], campaign: campaignRows[at], detail: details[at] }))
}

const CELLS: Record<Exclude<CallColumn, 'answers'>, (row: CallRow) => unknown> = {
  name: ({ lead }) => lead?.name,
  number: ({ call }) => (call.direction === 'inbound' ? call.fromNumber : call.toNumber),
  workspaceNumber: ({ call }) => (call.direction === 'inbound' ? call.toNumber : call.fromNumber),
  status: ({ call }) => call.status,
  outcome: ({ call }) => call.outcome,
  agent: ({ agent }) => agent?.name,
  campaign: ({ campaign }) => campaign?.name,
  duration: ({ call }) => call.durationSeconds,
  cost: ({ call }) => call.costMicros,
  placed: ({ call }) => call.createdAt,
  direction: ({ call }) => call.direction,
  language: ({ call }) => call.detectedLanguage,
  recording: ({ call }) => urlOf(call) ?? null,
  summary: ({ detail }) => detail?.summary,
  id: ({ id }) => id,
}

async function* toRows(rows: AsyncIterable<CallRow>, columns: readonly ListColumn[]): AsyncGenerator<ReportRow> {
  const names = columns.flatMap(({ name }) => (Object.hasOwn(CELLS, name) ? [name as keyof typeof CELLS] : []))
  for await (const row of rows)
    yield {
      ...Object.fromEntries(names.map((name) => [name, CELLS[name](row) ?? null])),
      ...toFieldCells(row.lead?.data, columns),
      ...toAnswerCells(row.detail?.structuredData, columns),
    }
}
