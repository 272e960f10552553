import { type SqlText, sql } from '../../kernel/db/sqlText.ts'
import type { Candidate } from '../campaigns/rules/dialDecisions.ts'
import { registerMatch } from '../compliance/registers/registerHashes.ts'

const DAY_MS = 86_400_000
/** Maximum number of consents of a number that a decision looks at, the newest first. */
const MAX_CONSENTS = 100

/** Recent calls to a lead's number, and the lead each was for. */
export type RecentCalls = { recent: { at: string; lead: number | null }[] }

/**
 * Select columns for decisions about a lead `l` that are not in its own row: lists with its number, and its history in `$workspaceId` until `$now`, as far
 * back as `callReach` says. Needs `$registerKeys`.
 */
export const CALL_HISTORY_COLUMNS = sql`
  exists (select from dnc_entries d where d.workspace_id = $workspaceId and d.phone_number = l.phone_number) as is_listed,
  ${registerMatch(sql`l.phone_number`)} as register,
  (select max(c.ended_at) from calls c where c.workspace_id = $workspaceId and c.to_number = l.phone_number and c.outcome = 'not_interested') as refused_at,
  coalesce((select jsonb_agg(jsonb_build_object('at', r.created_at, 'lead', r.lead_id)) from (
    select c.created_at, c.lead_id from calls c
    where c.workspace_id = $workspaceId and c.to_number = l.phone_number and c.direction = 'outbound' and c.placement <> 'refused'
      and c.created_at > $now::timestamptz - make_interval(hours => $historyHours)
    order by c.created_at desc limit $historyCalls) r), '[]') as recent`

/** The consents of a number that are neither revoked nor expired at `$now`, for decisions about it. */
export const validConsentsOf = (phoneNumber: SqlText) => sql`(
  select coalesce(jsonb_agg(jsonb_build_object('basis', v.basis, 'purpose', v.purpose, 'until', v.expires_at)), '[]') from (
    select s.basis, s.purpose, s.expires_at from consents s
    where s.workspace_id = $workspaceId and s.phone_number = ${phoneNumber} and s.revoked_at is null and (s.expires_at is null or s.expires_at > $now::timestamptz)
    order by s.id desc limit ${MAX_CONSENTS}) v)`

/** Converts a row with those columns to the input of a decision. */
export function toCandidate<Row extends RecentCalls & { id: number }>({ recent, ...lead }: Row, now: Date) {
  const calls = recent.map((call) => ({ at: new Date(call.at), isOwn: call.lead === lead.id }))
  const dayAgo = now.getTime() - DAY_MS
  const times: Pick<Candidate, 'callTimes' | 'attemptTimes'> = {
    callTimes: calls.map(({ at }) => at),
    attemptTimes: calls.filter(({ at, isOwn }) => isOwn && at.getTime() > dayAgo).map(({ at }) => at),
  }
  return { ...lead, ...times }
}
