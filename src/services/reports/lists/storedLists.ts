import type { CallFilter, CallOrder } from '../../../inputs/calls.ts'
import type { LeadOrder } from '../../../inputs/leads.ts'
import type { ListColumn } from '../../../inputs/listExports.ts'
import type { CampaignId } from '../../../kernel/vocabulary/ids.ts'
import type { LeadFilter } from '../../leads/leadLists.ts'

/** A list of the dashboard as a report stores it. Amounts are texts, since JSON has no large integers. */
export interface StoredList {
  columns: readonly ListColumn[]
  campaignId: CampaignId | null
  calls?: { filter: Omit<CallFilter, 'minCost' | 'maxCost'> & { minCost?: string | null; maxCost?: string | null }; order: CallOrder }
  leads?: { filter: LeadFilter; order: LeadOrder }
}

const amountOf = (micros: string | null | undefined) => (micros == null ? null : BigInt(micros))
const textOf = (micros: bigint | null | undefined) => (micros == null ? null : String(micros))

export const toStoredCalls = (columns: readonly ListColumn[], { minCost, maxCost, ...filter }: CallFilter, order: CallOrder): StoredList => ({
  columns,
  campaignId: (filter.campaignId as CampaignId | null | undefined) ?? null,
  calls: { filter: { ...filter, minCost: textOf(minCost), maxCost: textOf(maxCost) }, order },
})

export const callFilterOf = ({ filter: { minCost, maxCost, ...filter } }: NonNullable<StoredList['calls']>): CallFilter => ({
  ...filter,
  minCost: amountOf(minCost),
  maxCost: amountOf(maxCost),
})
