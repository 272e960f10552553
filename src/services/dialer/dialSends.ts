import { setTimeout as sleep } from 'node:timers/promises'
import { clock, nowMs } from '../../kernel/lib/clock.ts'
import { DomainError } from '../../kernel/vocabulary/errors.ts'
import type { Call } from '../../generated/prisma/client.ts'
import { settingsOf } from '../../inputs/campaignSettings.ts'
import { log } from '../../kernel/log.ts'
import type { ProviderKnowledgeBase } from '../../providers/knowledge.ts'
import { type JsonObject, ProviderError } from '../../providers/provider.ts'
import { paceOf } from '../../kernel/config/simulation.ts'
import { array, ifGiven, sql } from '../../kernel/db/sqlText.ts'
import { statement } from '../../kernel/db/statement.ts'
import { traceLead } from '../../kernel/tracing/callTraces.ts'
import { inWorkspace } from '../../kernel/db/workspaceContext.ts'
import { announce } from '../calls/progress/callClosing.ts'
import type { Batch } from './dialBatches.ts'
import * as campaignWakes from '../campaigns/campaignWakes.ts'
import { hasConsent, type ValidConsent } from '../compliance/consentRules.ts'
import { registerKeys, registersThatList } from '../compliance/registers/registerHashes.ts'
import { validConsentsOf } from '../leads/leadFacts.ts'
import * as knowledgeCopies from '../knowledge/knowledgeCopies.ts'
import * as numberImports from '../numbers/numberImports.ts'
import * as numbers from '../numbers/numbers.ts'
import { optionsOf } from '../calls/placing/callPlacements.ts'
import { fail, send as sendOne, type SendOptions } from '../calls/placing/callSends.ts'
import { maySend } from '../shared/sending/sendWindows.ts'
import { fromJson, providerAgentOf, publishedConfigOf } from '../shared/jsonColumns.ts'

/** Delay before the next calls to a provider that is at its limit or unavailable, in milliseconds. */
const PROVIDER_BACKOFF_MS = 2_000

/**
 * Sends the calls of a batch, each once and at its reserved moment. Returns the promises to await. Just before sending, checks the do-not-call list, the
 * registers, the consents, the campaign's status and the app that started it again: a number listed, a consent revoked, or a campaign paused after the commit is
 * still respected.
 * If the process dies here, unsent calls end as `not_placed`, and sent ones are found by the reconciler or the provider's webhook.
 */
export const send = (batch: Batch): Promise<void>[] => inWorkspace(batch.campaign.workspaceId, () => sendEach(batch))

function sendEach(batch: Batch): Promise<void>[] {
  const preparation = prepare(batch)
  const { delayMs, intervalMs } = batch.reservation
  return batch.calls.map((call, index) => {
    announce(call)
    const attributes = { 'callwright.call.id': call.id, 'callwright.campaign.id': call.campaignId, 'callwright.lead.id': call.leadId }
    return traceLead(call.trace, attributes, async () => {
      await sleep(delayMs + index * intervalMs)
      await sendPrepared(batch, call, await preparation)
    })
  })
}

async function sendPrepared(batch: Batch, call: Call, { objections, details, numberIds, knowledge }: Preparation): Promise<void> {
  const objection = objections.get(call.id)
  if (objection) return fail(call, objection, { status: 'canceled' })
  const providerNumberId = numberIds.get(call.numberId!)
  if (!maySend(batch.sendWindow) || !providerNumberId) return fail(call, 'not_sent')
  await sendOne(call, { ...sendOptionsOf(batch, call, details.get(call.id)!, providerNumberId), knowledge }).catch((error: unknown) =>
    handleFailure(batch, call, error),
  )
}

interface Preparation {
  /** Reasons not to send a call after all, by call ID. */
  objections: Map<number, 'number_listed' | 'campaign_paused' | 'consent_revoked'>
  details: Map<number, Detail>
  /** The provider's IDs of the calling numbers; a number that it does not accept is absent. */
  numberIds: Map<number, string>
  /** The campaign's knowledge bases, in addition to the agent's. */
  knowledge: ProviderKnowledgeBase[]
}
type Detail = { variables: Record<string, string>; metadata: JsonObject; extractionSchema: JsonObject | null }

const prepareCalls = statement(
  'calls.prepareBatch',
  sql`
    select c.id, d.variables, d.metadata, d.extraction_schema,
      k.status = 'running' and c.end_requested_at is null and g.revoked_at is null as is_running,
      exists (select from dnc_entries e where e.workspace_id = $workspaceId and e.phone_number = c.to_number)
        or exists (select ${registersThatList(sql`c.to_number`)}) as is_listed,
      ${ifGiven('now', validConsentsOf(sql`c.to_number`), sql`'[]'::jsonb`)} as "consents!", c.lead_id
    from calls c join call_details d on d.workspace_id = c.workspace_id and d.call_id = c.id
    join campaigns k on k.workspace_id = c.workspace_id and k.id = c.campaign_id
    left join api_keys g on g.workspace_id = c.workspace_id and g.id = c.app_grant_id
    where c.workspace_id = $workspaceId and c.id = any(${array('callIds', 'int')})`,
)

async function prepare({ campaign, calls, demands }: Batch): Promise<Preparation> {
  const now = clock.now()
  const params = {
    workspaceId: campaign.workspaceId,
    callIds: calls.map(({ id }) => id),
    now: demands.size > 0 ? now : undefined,
    registerKeys: registerKeys(),
  }
  const rows = await prepareCalls.all(params)
  const numberIds = new Map<number, string>()
  for (const [numberId, { workspaceId, provider }] of new Map(calls.map((call) => [call.numberId!, call]))) {
    const id = await numbers
      .get({ workspaceId }, numberId)
      .then((number) => numberImports.ensureImported(number, provider))
      .catch((error: unknown) => {
        if (!(error instanceof ProviderError || error instanceof DomainError)) throw error
        log.warn({ numberId, provider, err: error.message }, 'cannot place calls from a phone number')
        return null
      })
    if (id) numberIds.set(numberId, id)
  }
  const objections: Preparation['objections'] = new Map()
  for (const { id, isListed, isRunning, leadId, consents } of rows) {
    const demand = demands.get(leadId)
    if (isListed) objections.set(id, 'number_listed')
    else if (!isRunning) objections.set(id, 'campaign_paused')
    else if (demand && !hasConsent(fromJson<ValidConsent[]>(consents), demand, now)) objections.set(id, 'consent_revoked')
  }
  const knowledge = await knowledgeCopies.listForCalls(campaign.workspaceId, calls[0]!.provider, settingsOf(campaign.settings).knowledgeBaseIds)
  return { objections, details: new Map(rows.map((row) => [row.id, fromJson<Detail>(row)])), numberIds, knowledge }
}

function sendOptionsOf({ campaign, agent }: Batch, call: Call, { variables, metadata, extractionSchema }: Detail, providerNumberId: string): SendOptions {
  const overrides = {
    callLanguageMode: campaign.callLanguageMode as 'auto' | 'fixed',
    outputLanguage: campaign.outputLanguage,
    extractionSchema,
    language: null,
  }
  return {
    agent: providerAgentOf(call),
    from: { e164: call.fromNumber, providerNumberId },
    to: call.toNumber,
    recording: call.recorded,
    variables,
    metadata,
    ...optionsOf(overrides, publishedConfigOf(agent)!),
  }
}

/** Handles a failed placement. The call has ended already; if the provider is at its limit or unavailable, the campaign is delayed. */
async function handleFailure({ campaign }: Batch, call: Call, error: unknown) {
  if (!(error instanceof ProviderError)) throw error
  log.warn({ callId: call.id, campaignId: campaign.id, kind: error.kind }, 'the voice provider did not accept a call')
  if (error.kind !== 'throttled' && error.kind !== 'unavailable') return
  const until = new Date(nowMs() + Math.max(PROVIDER_BACKOFF_MS, error.info.retryAfterMs ?? 0) / paceOf(call.provider))
  await campaignWakes.postpone(campaign.id, until)
}
