import type { ConsentRule } from '../../compliance/consentRules.ts'
import type { LegalRule } from '../../compliance/legalHours.ts'
import type { RecordingRule } from '../../compliance/recordingRules.ts'
import type { RuleChange, RulesTable } from '../../compliance/rulesInForce.ts'

/** Describes in English what a rule says. */
export function describeRule(table: RulesTable, rule: RuleChange['before']): string {
  if (rule === null) return 'no rule'
  const { looserBecause } = rule as { looserBecause?: string }
  const text = DESCRIBE[table](rule as never)
  return looserBecause === undefined ? text : `${text}, although the law forbids it (${looserBecause})`
}

const countOf = (count: number, one: string) => (count === 1 ? `1 ${one}` : `${count} ${one}s`)

const DESCRIBE = {
  calling_hours: ({ monFri, sat, sun, holidays, holidayEveIs, caps }: LegalRule) =>
    [
      `Mon-Fri ${describeHours(monFri)}`,
      `Sat ${describeHours(sat)}`,
      `Sun ${describeHours(sun)}`,
      !holidays && 'no calls on public holidays',
      holidayEveIs && 'Saturday hours on the day before them',
      ...caps.map((cap) =>
        'hours' in cap
          ? `at most ${countOf(cap.max, 'call')} in ${countOf(cap.hours, 'hour')}`
          : `no calls for ${countOf(cap.refusedDays, 'day')} after a refusal`,
      ),
    ]
      .filter(Boolean)
      .join(', '),
  consent: ({ marketing, other, validFrom, certainty }: ConsentRule) =>
    `marketing calls: ${marketing.artificial ?? 'none'}, other calls: ${other.artificial ?? 'none'}${validFrom ? `, from ${validFrom}` : ''} (certainty: ${certainty})`,
  recording: ({ rule, suppress }: RecordingRule) => (suppress ? 'no recording' : rule),
  registers: ({ days }: { days: number }) => `a register not older than ${countOf(days, 'day')}`,
}

const describeHours = (hours: LegalRule['monFri']) => (hours.length === 0 ? 'none' : hours.map(([from, to]) => `${from}-${to}`).join(' and '))
