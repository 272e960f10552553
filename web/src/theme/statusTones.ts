import type { Tone } from './tokens.ts'

/** The statuses of each meaning. A status that isn't listed is idle: it hasn't begun, or it ended without a result. */
const STATUSES: Record<Exclude<Tone, 'idle'>, readonly string[]> = {
  active: ['in_progress', 'dialing', 'ringing', 'running', 'calling', 'sent', 'publishing', 'syncing', 'update'],
  good: ['completed', 'success', 'done', 'delivered', 'published', 'ready', 'received', 'confirmed', 'active', 'positive', 'cleared', 'create', 'live', 'on'],
  warn: ['no_answer', 'busy', 'voicemail', 'paused', 'changed', 'behind', 'unknown', 'missing'],
  bad: ['failed', 'undelivered', 'do_not_call', 'negative', 'open', 'error', 'not_sent', 'low', 'offline'],
}

const TONE_BY_STATUS = new Map((Object.keys(STATUSES) as (keyof typeof STATUSES)[]).flatMap((tone) => STATUSES[tone].map((status) => [status, tone] as const)))

/** The tone of a status, which is also the name of its color: `<Alert color={toneOf('failed')}>`. */
export const toneOf = (status: string): Tone => TONE_BY_STATUS.get(status) ?? 'idle'
