import type { Campaign } from '../../generated/prisma/client.ts'

/** A stored schedule; times are ISO 8601 in UTC. */
export interface StoredSchedule {
  timezone: string | null
  start_date: string | null
  end_date: string | null
}

/** Returns the period in which a campaign may call, and the time zone of its dates. */
export function scheduleOf({ schedule }: Pick<Campaign, 'schedule'>): { startsAt: Date | null; endsAt: Date | null; timezone: string | null } {
  const { start_date: start, end_date: end, timezone } = (schedule ?? {}) as Partial<StoredSchedule>
  return { startsAt: start ? new Date(start) : null, endsAt: end ? new Date(end) : null, timezone: timezone ?? null }
}
