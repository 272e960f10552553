import type { ConsentRule } from '../../compliance/consentRules.ts'
import type { LegalRule } from '../../compliance/legalHours.ts'
import type { RecordingRule } from '../../compliance/recordingRules.ts'
import type { RuleChange, RulesTable } from '../../compliance/rulesInForce.ts'

/** Describes in English what a rule says. */
export function describeRule(table: RulesTable, rule: RuleChange['before']): string {
  if (rule === null) return 'no rule'
  return DESCRIBE[table](rule as never)
}

const DESCRIBE = {
  calling_hours: ({ monFri, sat, sun, holidays, holidayEveIs, caps }: LegalRule) =>
    [
      `Mon-Fri ${describeHours(monFri)}`,
      `Sat ${describeHours(sat)}`,
      `Sun ${describeHours(sun)}`,
      !holidays && 'no calls on public holidays',
      holidayEveIs && 'Saturday hours on the day before them',
      ...caps.map((cap) => ('hours' in cap ? `at most ${cap.max} calls in ${cap.hours} hours` : `no calls for ${cap.refusedDays} days after a refusal`)),
    ]
      .filter(Boolean)
      .join(', '),
  consent: ({ marketing, other, validFrom, certainty }: ConsentRule) =>
    `marketing calls: ${marketing.artificial ?? 'none'}, other calls: ${other.artificial ?? 'none'}${validFrom ? `, from ${validFrom}` : ''} (certainty: ${certainty})`,
  recording: ({ rule, suppress }: RecordingRule) => (suppress ? 'no recording' : rule),
  registers: ({ days }: { days: number }) => `a register not older than ${days} days`,
}

const describeHours = (hours: LegalRule['monFri']) => (hours.length === 0 ? 'none' : hours.map(([from, to]) => `${from}-${to}`).join(' and '))
