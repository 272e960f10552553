import { nowMs } from '../../kernel/lib/clock.ts'
import { anyWorkspace } from '../../kernel/db/db.ts'
import { DomainError } from '../../kernel/vocabulary/errors.ts'
import type { Call } from '../../generated/prisma/client.ts'
import { currentOwner } from '../../kernel/liveness.ts'
import { settingsOf } from '../../inputs/campaignSettings.ts'
import { log } from '../../kernel/log.ts'
import type { KnowledgeCopy } from '../../providers/knowledge.ts'
import { type JsonObject, ProviderError } from '../../providers/provider.ts'
import { paceOf } from '../../kernel/config/simulation.ts'
import { query, sql } from '../../kernel/db/sql.ts'
import { announce } from '../calls/progress/callProgress.ts'
import type { Batch } from './dialBatches.ts'
import * as knowledgeCopies from '../knowledge/knowledgeCopies.ts'
import * as numberImports from '../numbers/numberImports.ts'
import * as numbers from '../numbers/numbers.ts'
import { wishesOf } from '../calls/placing/callPlacements.ts'
import { refuse, send as sendOne, type Terms, SEND_DEADLINE_MS } from '../calls/placing/callSends.ts'
import { providerAgentOf, publishedConfigOf } from '../shared/jsonColumns.ts'

/** A provider that takes no more, or is down, is left alone for so long, in milliseconds. */
const LEFT_ALONE_MS = 2_000

/**
 * Sends the calls of a batch side by side, each once; answers what to wait for. Just before, the do-not-call list, the
 * campaign's state and the app that started it are looked at again: what was listed, paused or revoked after the commit still wins.
 * Should the process die here, what was not sent ends as `not_placed`, and what was is found by the watchdog or the provider's webhook.
 */
export function send(batch: Batch): Promise<void>[] {
  const prepared = prepare(batch)
  return batch.calls.map(async (call) => {
    announce(call)
    const { objections, details, numberIds, knowledge } = await prepared
    const isLate = currentOwner() !== batch.owner || performance.now() - batch.begun > SEND_DEADLINE_MS
    const objection = objections.get(call.id)
    if (objection) return refuse(call, objection, { status: 'canceled' })
    const providerNumberId = numberIds.get(call.numberId!)
    if (isLate || !providerNumberId) return refuse(call, 'not_sent')
    await sendOne(call, { ...termsOf(batch, call, details.get(call.id)!, providerNumberId), knowledge }).catch((error: unknown) => failed(batch, call, error))
  })
}

interface Prepared {
  /** Why a call is not to be sent after all. */
  objections: Map<number, 'number_listed' | 'campaign_paused'>
  details: Map<number, Detail>
  /** The provider's ids for the numbers that are called from; a number that it does not take is not among them. */
  numberIds: Map<number, string>
  /** What the campaign adds to what its agent knows. */
  knowledge: KnowledgeCopy[]
}
type Detail = { variables: Record<string, string>; metadata: JsonObject; extractionSchema: JsonObject | null }

async function prepare({ campaign, calls }: Batch): Promise<Prepared> {
  const found = await query<Detail & { id: number; isListed: boolean; isRunning: boolean }>(sql`
    select c.id, d.variables, d.metadata, d.extraction_schema as "extractionSchema", k.status = 'running' and c.end_requested_at is null and g.revoked_at is null as "isRunning",
      exists (select from dnc_entries e where e.workspace_id = c.workspace_id and e.phone_number = c.to_number) as "isListed"
    from calls c join call_details d on d.call_id = c.id join campaigns k on k.id = c.campaign_id
    left join api_keys g on g.workspace_id = c.workspace_id and g.id = c.app_grant_id
    where c.workspace_id = ${campaign.workspaceId} and c.id = any(${calls.map(({ id }) => id)}::int[])`)
  const numberIds = new Map<number, string>()
  for (const [numberId, { workspaceId, provider }] of new Map(calls.map((call) => [call.numberId!, call]))) {
    const id = await numbers
      .get({ workspaceId }, numberId)
      .then((number) => numberImports.atProvider(number, provider))
      .catch((error: unknown) => {
        if (!(error instanceof ProviderError || error instanceof DomainError)) throw error
        log.warn({ numberId, provider, err: error.message }, 'cannot place calls from a phone number')
        return null
      })
    if (id) numberIds.set(numberId, id)
  }
  const objections: Prepared['objections'] = new Map()
  for (const { id, isListed, isRunning } of found) {
    if (isListed) objections.set(id, 'number_listed')
    else if (!isRunning) objections.set(id, 'campaign_paused')
  }
  const knowledge = await knowledgeCopies.forCalls(campaign.workspaceId, calls[0]!.provider, settingsOf(campaign.settings).knowledgeBaseIds)
  return { objections, details: new Map(found.map((one) => [one.id, one])), numberIds, knowledge }
}

function termsOf({ campaign, agent }: Batch, call: Call, { variables, metadata, extractionSchema }: Detail, providerNumberId: string): Terms {
  const asked = { callLanguageMode: campaign.callLanguageMode as 'auto' | 'fixed', outputLanguage: campaign.outputLanguage, extractionSchema, language: null }
  return {
    agent: providerAgentOf(call),
    from: { e164: call.fromNumber, providerNumberId },
    to: call.toNumber,
    recording: call.recorded,
    variables,
    metadata,
    ...wishesOf(asked, publishedConfigOf(agent)!),
  }
}

/** The call has ended for it already; a provider that has no room is given some time. */
async function failed({ campaign }: Batch, call: Call, error: unknown) {
  if (!(error instanceof ProviderError)) throw error
  log.warn({ callId: call.id, campaignId: campaign.id, kind: error.kind }, 'the voice provider did not accept a call')
  if (error.kind !== 'throttled' && error.kind !== 'unavailable') return
  const until = new Date(nowMs() + Math.max(LEFT_ALONE_MS, error.info.retryAfterMs ?? 0) / paceOf(call.provider))
  await anyWorkspace.campaign.updateMany({ where: { id: campaign.id, status: 'running', dialAt: { lt: until } }, data: { dialAt: until } })
}
