import { createHash } from 'node:crypto'
import { isSigned, signText } from '../../../kernel/crypto/signatures.ts'
import { toCanonicalJson } from '../../../kernel/json/canonicalJson.ts'
import { wallTime } from '../../../kernel/lib/zoneDays.ts'
import type { CallFacts } from './callFacts.ts'
import { CALLS_DAYS } from './placedDecisions.ts'

/** The purpose of the key that signs proofs. Another one would make all proofs invalid. */
export const PROOF_PURPOSE = 'call proofs'

/** A document with its digest (SHA-256 of its canonical JSON, hexadecimal) and its signature (Ed25519 of that JSON). */
export interface SignedProof {
  document: ProofDocument
  digest: string
  signature: string
  publicKey: string
}

/** What was known and decided when a call was placed, and what is known of it now. Documented in `docs/proof.md`. */
export interface ProofDocument {
  version: 1
  workspace_id: number
  call_id: number
  issued_at: string
  /** The moment when the call was placed. Its digest stays the same when the call is erased. */
  placed: ReturnType<typeof describePlaced>
  placed_digest: string
  opt_out: object | null
  /** Null once the call is erased. */
  contact: object | null
  erased: { at: string; reason: string } | null
  names: Record<string, string | null>
}

export type UnsignedProof = Omit<ProofDocument, 'version' | 'placed' | 'placed_digest'> & { facts: CallFacts }

export const digestOf = (value: unknown) => createHash('sha256').update(toCanonicalJson(value)).digest('hex')

/** Builds and signs the proof of a call. The same facts have the same digest of `placed`. */
export function signProof({ facts, ...rest }: UnsignedProof): SignedProof {
  const placed = describePlaced(facts)
  const document: ProofDocument = { version: 1, ...rest, placed, placed_digest: digestOf(placed) }
  return { document, digest: digestOf(document), ...signText(toCanonicalJson(document), PROOF_PURPOSE) }
}

interface Checked {
  document: { placed: object; placed_digest: string }
  digest: string
  signature: string
}

/** Whether this server signed the proof, and the digests are those of the document. */
export const isIntact = ({ document, digest, signature }: Checked): boolean =>
  isSigned(toCanonicalJson(document), signature, PROOF_PURPOSE) && digest === digestOf(document) && document.placed_digest === digestOf(document.placed)

/** Describes the moment when a call was placed, in the words of the API. `null` where the call is inbound, or older than what is stored. */
export function describePlaced(facts: CallFacts) {
  const { placed_at, direction, provider, country, decision } = facts
  const isOutbound = direction === 'outbound'
  return {
    placed_at,
    direction,
    provider,
    country,
    number: { id: facts.number_id, phone_number: facts.own_number },
    started_by: describeStart(facts),
    agent: { id: facts.agent_id, statements: decision?.says ?? null },
    calling_hours: isOutbound && decision ? describeHours(facts) : null,
    do_not_call: isOutbound && decision ? describeLists(facts) : null,
    calls_before: isOutbound ? { days: CALLS_DAYS, count: facts.calls_before } : null,
    consent: isOutbound ? { demanded: decision?.consent ?? null, valid: facts.consents } : null,
    recording: { recorded: facts.recorded, reason: facts.recording_reason, rules_version: facts.recording_rules },
  }
}

/** A proof without registers has none, as before they were recorded, so that its digest stays the same. */
function describeLists({ placed_at, registers = [] }: CallFacts) {
  return { list: 'workspace', is_listed: false, checked_at: placed_at, ...(registers.length > 0 && { registers }) }
}

function describeStart({ direction, campaign_id, app_id, decision, start }: CallFacts) {
  if (direction === 'inbound') return { type: 'caller' }
  const by = decision?.by
  const ids = { campaign_id, app_id, user_id: by ? (by.user ?? null) : (start?.user ?? null), api_key_id: by ? (by.key ?? null) : (start?.key ?? null) }
  if (by) return { type: by.user === undefined || app_id !== null ? 'api_key' : 'member', ...ids }
  return { type: campaign_id === null ? 'unknown' : 'campaign', ...ids, campaign_started_at: start?.at ?? null }
}

function describeHours({ placed_at, decision, advisory }: CallFacts) {
  const { place = null, known = null, zones = {}, law = [], hours = null } = decision!
  const localTimeOf = (zone: string) => new Date(wallTime(zone, Date.parse(placed_at))).toISOString().slice(0, 16)
  return {
    // An advisory about consent says nothing about the time.
    is_permitted: advisory === null || advisory.reason === 'consent_missing',
    place,
    place_known_by: known,
    zones: Object.entries(zones).map(([zone, permitted]) => ({ zone, local_time: localTimeOf(zone), permitted_hours: permitted })),
    laws: law,
    rules_version: hours,
    advisory: advisory && { reason: advisory.reason, details: advisory.details, permitted_from: advisory.permittedFrom },
  }
}
