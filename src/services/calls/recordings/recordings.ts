import type { CallId } from '../../../kernel/vocabulary/ids.ts'
import type { Actor } from '../../../kernel/vocabulary/actor.ts'
import { db } from '../../../kernel/db/db.ts'
import { notFound } from '../../../kernel/vocabulary/errors.ts'
import type { Call } from '../../../generated/prisma/client.ts'
import { countryOf, parseE164 } from '../../../kernel/lib/phones.ts'
import { settings } from '../../../kernel/config/settings.ts'
import * as recordingRules from '../../compliance/recordingRules.ts'
import * as keptRecordings from './keptRecordings.ts'
import { provider } from '../../voiceProviders/voiceProviders.ts'

export type RecordingReason = 'enabled' | 'disabled_on_agent' | 'disabled_on_call' | 'forbidden_by_law'

/** The version of the built-in recording rules, and of those that apply now, which is stored with every decision. */
export const { RULES_VERSION, recordingRulesVersion } = recordingRules

/**
 * Decides whether a call is recorded, and why (spec: call recording; contract: recording_advisory). `numbers` are those whose law applies: the
 * called one, or for an inbound call both, the caller's first. The law comes first and cannot be overruled: if one of the countries forbids
 * recording, the call is not recorded. Otherwise the call and the agent can each turn recording off; neither can turn on what the other has
 * turned off.
 */
export function decide(
  numbers: string | readonly string[],
  agentEnabled: boolean,
  callEnabled: boolean | null | undefined,
): { recorded: boolean; reason: RecordingReason; country: string | null } {
  const codes = [numbers].flat().map(countryOf)
  const forbiddenIn = codes.find((code) => recordingRules.ruleOf(code)?.suppress)
  const country = forbiddenIn ?? codes.find((code) => code !== null) ?? null
  const reason = forbiddenIn ? 'forbidden_by_law' : callEnabled === false ? 'disabled_on_call' : agentEnabled ? 'enabled' : 'disabled_on_agent'
  return { recorded: reason === 'enabled', reason, country }
}

/** Builds the public recording advisory of a call. */
export const toAdvisory = (call: { recorded: boolean; recordingReason: string; recordingRulesVersion: string | null; country: string | null }) => ({
  recorded: call.recorded,
  reason: call.recordingReason,
  country: call.country,
  message: advisoryMessageOf(call.recordingReason, call.country),
  rulesVersion: call.recordingRulesVersion,
})

function advisoryMessageOf(reason: string, country: string | null): string {
  if (reason === 'forbidden_by_law')
    return `This call is not recorded because the law of ${country} forbids it (${recordingRules.ruleOf(country)?.basis ?? 'see the rule table'}).`
  if (reason === 'disabled_on_call') return 'This call is not recorded because recording is turned off for the call.'
  if (reason === 'disabled_on_agent') return 'This call is not recorded because recording is turned off for the agent.'
  const rule = recordingRules.ruleOf(country)?.rule
  if (rule === 'notice') return 'This call is recorded. Local law requires you to tell the contact about the recording at the start of the call.'
  if (rule === 'all_party') return 'This call is recorded. Local law requires you to ask the contact for consent first.'
  if (rule === 'state') return 'This call is recorded. Some states require the consent of everyone on the call. Ask for consent first.'
  if (rule === undefined || rule === 'unknown')
    return 'This call is recorded. Callwright has no verified recording rule for this country. Check the law before you call there.'
  return 'This call is recorded.'
}

/** Why members must not listen to a call while it is active. */
export type MonitorBlocker = 'forbidden_by_law' | 'unverified_law' | 'announcement_missing'

/** The country whose law blocks, and how; the country is null if the number has none. */
export interface MonitorBlock {
  type: MonitorBlocker
  country: string | null
}

/**
 * Decides whether members may listen to an active call; null if they may. Whoever listens in secret breaks the same laws as a recording does,
 * so it is refused where they forbid recording, and where no rule was verified. Where they require notice or consent, the agent gives or asks
 * for it only if the call is recorded. The strictest law counts: of the called number, of an inbound caller, and of the numbers that the call
 * can be transferred to. Pass those in `transfers` that the call itself does not name.
 */
export function findMonitorBlock(call: MonitoredCall, transfers: readonly string[] = []): MonitorBlock | null {
  const { recorded, recordingReason, country, direction, fromNumber, toNumber, transferNumber } = call
  if (recordingReason === 'forbidden_by_law') return { type: 'forbidden_by_law', country }
  // A caller who withholds the number has no country.
  const caller = direction === 'inbound' && parseE164(fromNumber) ? [fromNumber] : []
  const codes = [toNumber, ...caller, ...(transferNumber ? [transferNumber] : []), ...transfers].map(countryOf)
  const find = (type: MonitorBlocker, isBlocked: (law: recordingRules.RecordingRule | undefined) => boolean): MonitorBlock | null => {
    const at = codes.findIndex((code) => isBlocked(recordingRules.ruleOf(code)))
    return at < 0 ? null : { type, country: codes[at]! }
  }
  return (
    find('forbidden_by_law', (law) => law?.suppress === true) ??
    find('unverified_law', (law) => law === undefined || law.rule === 'unknown') ??
    (recorded ? null : find('announcement_missing', (law) => law?.rule !== 'one_party'))
  )
}

type MonitoredCall = Pick<Call, 'recorded' | 'recordingReason' | 'country' | 'direction' | 'fromNumber' | 'toNumber' | 'transferNumber'>

/** Our own URL of a call's audio; undefined if there is none. Vendor URLs are never exposed or stored. */
export const urlOf = (call: Pick<Call, 'id'> & RecordingFields) => (isAvailable(call) ? `${settings.publicUrl}/api/v1/calls/${call.id}/recording` : undefined)

type RecordingFields = Pick<Call, 'recorded' | 'hasRecording' | 'recordingDeletedAt'>
/** Whether the call has a recording that is not deleted. */
export const isAvailable = ({ recorded, hasRecording, recordingDeletedAt }: RecordingFields) => recorded && hasRecording && !recordingDeletedAt

/** Opens the audio for streaming: the copy if there is one, else at the provider. Throws NOT_FOUND if there is no recording. */
export async function open({ workspaceId }: Pick<Actor, 'workspaceId'>, callId: CallId) {
  const call = await db.call.findFirst({ where: { id: callId, workspaceId } })
  if (!call) throw notFound('Call')
  if (!isAvailable(call) || !call.providerCallId) throw notFound('Recording')
  const source = (await keptRecordings.find(workspaceId, callId)) ?? (await provider(call.provider).openRecording(call.providerCallId))
  if (!source) throw notFound('Recording')
  return source
}
