import { DateTime, IANAZone } from 'luxon'
import { badRequest } from '../../kernel/vocabulary/errors.ts'
import type { ReportInput } from '../../inputs/reports.ts'

/** A half-open period `[from, to)`; `null` is no bound. */
export interface Period {
  from: Date | null
  to: Date | null
}

/** Converts dates to a period: a day starts at midnight in the zone. Throws BAD_REQUEST for an unknown zone, and if the period ends before it starts. */
export function periodOf({ from, to }: Pick<ReportInput, 'from' | 'to'>, zone: string): Period {
  if (!IANAZone.isValidZone(zone)) throw badRequest('invalid_timezone', { field: 'timezone', timezone: zone })
  const period = { from: momentOf(from, zone), to: momentOf(to, zone) }
  if (period.from && period.to && period.from >= period.to) throw badRequest('end_before_start', { field: 'to', after: 'from' })
  return period
}

const momentOf = (text: string | null | undefined, zone: string) => (text == null ? null : DateTime.fromISO(text, { zone }).toJSDate())
