import { DateTime, IANAZone } from 'luxon'
import { badInput } from '../../kernel/vocabulary/errors.ts'
import type { ReportInput } from '../../inputs/reports.ts'

/** From the first moment up to one that is not in it any more; null where there is no such bound. */
export interface Period {
  from: Date | null
  to: Date | null
}

/** The moments that are meant: a day begins at its midnight in that zone. BAD_REQUEST for an unknown zone, and for a period that ends before it begins. */
export function periodOf({ from, to }: Pick<ReportInput, 'from' | 'to'>, zone: string): Period {
  if (!IANAZone.isValidZone(zone)) throw badInput(`timezone: ${zone} is not a valid IANA time zone such as Europe/Rome`)
  const period = { from: momentOf(from, zone), to: momentOf(to, zone) }
  if (period.from && period.to && period.from >= period.to) throw badInput('to: must be after from')
  return period
}

const momentOf = (text: string | null | undefined, zone: string) => (text == null ? null : DateTime.fromISO(text, { zone }).toJSDate())
