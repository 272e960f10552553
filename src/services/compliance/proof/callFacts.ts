import { rawSql, type SqlText, sql } from '../../../kernel/db/sqlText.ts'
import { CALLS_DAYS, MAX_CALLS, type PlacedDecision } from './placedDecisions.ts'

/** Consents that a proof lists at most, the newest first. */
const MAX_CONSENTS = 20

/** What the rows say about a call when it was placed, and the opt-out heard on it. Has no personal data of the contact. Times are in ISO 8601. */
export interface CallFacts {
  placed_at: string
  direction: 'inbound' | 'outbound'
  provider: string
  agent_id: number | null
  campaign_id: number | null
  app_id: number | null
  number_id: number | null
  /** The workspace's number. */
  own_number: string
  country: string | null
  recorded: boolean
  recording_reason: string
  recording_rules: string | null
  decision: PlacedDecision | null
  advisory: { reason: string; details: object; permittedFrom: string | null; rulesVersion: string } | null
  calls_before: number
  /** The registers whose numbers were looked at. Absent in facts that were kept before they were recorded. */
  registers?: { name: string; country: string | null; numbers: number; washed_at: string }[]
  consents: { id: number; basis: string; purpose: string; given_at: string | null; recorded_at: string; expires_at: string | null }[]
  /** The last start of the campaign before the call. */
  start: { at: string; user: number | null; key: number | null } | null
  opt_out: { said_at: string; heard_by: string; listed_at: string; undone_at: string | null } | null
}

/** The calls to the number of a call in the 30 days before it, up to 100. `alias` is its row. */
export function countCallsBefore(alias: string): SqlText {
  const call = rawSql(alias)
  return sql`(select count(*)::int from (
    select from calls p where p.workspace_id = ${call}.workspace_id and p.to_number = ${call}.to_number and p.direction = 'outbound' and p.placement <> 'refused'
      and p.created_at < ${call}.created_at and p.created_at > ${call}.created_at - make_interval(days => ${CALLS_DAYS}) limit ${MAX_CALLS}) earlier)`
}

const iso = (time: SqlText) => sql`to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/**
 * The `CallFacts` of a call `c` with its details `d`, as jsonb. An erasure stores the same in `erased_calls.proof`, so that the digest of a proof
 * stays the same. Later rows change nothing about the moment when the call was placed.
 */
export const CALL_FACTS = sql`jsonb_build_object(
  'placed_at', ${iso(sql`c.created_at`)}, 'direction', c.direction, 'provider', c.provider, 'agent_id', c.agent_id, 'campaign_id', c.campaign_id,
  'app_id', c.app_grant_id, 'number_id', c.number_id, 'own_number', case when c.direction = 'inbound' then c.to_number else c.from_number end,
  'country', c.country, 'recorded', c.recorded, 'recording_reason', c.recording_reason, 'recording_rules', c.recording_rules_version,
  'decision', d.decision, 'advisory', d.timing_advisory,
  'calls_before', coalesce((d.decision->>'calls')::int, ${countCallsBefore('c')}),
  'registers', coalesce((select jsonb_agg(jsonb_build_object('name', l.name, 'country', l.country, 'numbers', l.numbers, 'washed_at', ${iso(sql`l.washed_at`)})
    order by l.load_id) from dnc_register_loads l where (l.workspace_id = c.workspace_id or l.workspace_id is null) and l.active_from <= c.created_at
      and coalesce(l.active_until, 'infinity') > c.created_at), '[]'),
  'consents', coalesce((select jsonb_agg(jsonb_build_object('id', v.id, 'basis', v.basis, 'purpose', v.purpose, 'given_at', ${iso(sql`v.given_at`)},
    'recorded_at', ${iso(sql`v.created_at`)}, 'expires_at', ${iso(sql`v.expires_at`)}) order by v.id desc) from (
      select * from consents s where s.workspace_id = c.workspace_id and s.phone_number = c.to_number and s.created_at <= c.created_at
        and coalesce(s.given_at, s.created_at) <= c.created_at and coalesce(least(s.revoked_at, s.expires_at), 'infinity') > c.created_at
      order by s.id desc limit ${MAX_CONSENTS}) v), '[]'),
  'start', (select jsonb_build_object('at', ${iso(sql`e.created_at`)}, 'user', e.user_id, 'key', e.api_key_id) from campaign_events e
    where e.workspace_id = c.workspace_id and e.campaign_id = c.campaign_id and e.type = 'started' and e.created_at <= c.created_at
    order by e.id desc limit 1),
  'opt_out', (select jsonb_build_object('said_at', ${iso(sql`o.said_at`)}, 'heard_by', o.heard_by, 'listed_at', ${iso(sql`o.created_at`)},
    'undone_at', ${iso(sql`o.undone_at`)}) from opt_outs o where o.workspace_id = c.workspace_id and o.call_id = c.id))`
