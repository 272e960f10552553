import { type Format, useFormat } from '../../format.ts'
import { useMessages } from '../../messages.ts'

type Hours = [from: string, to: string][]

/** What rules of each table say, as the server sends them. */
interface RuleFacts {
  calling_hours: {
    monFri: Hours
    sat: Hours
    sun: Hours
    holidays: boolean
    holidayEveIs?: string
    caps: ({ hours: number; max: number } | { refusedDays: number })[]
  }
  consent: { marketing: { artificial: Basis | null }; other: { artificial: Basis | null }; certainty: string; validFrom?: string }
  recording: { rule: 'notice' | 'all_party' | 'state' | 'one_party'; suppress: boolean }
  registers: { days: number }
}
type Basis = 'express_written' | 'express' | 'existing_business_relationship' | 'legitimate_interest' | 'none_stated'
type Table = keyof RuleFacts

/** Returns a function that says in the reader's language what a rule of a table says. */
export function useRuleText() {
  const t = useMessages('ruleTexts')
  const basis = useMessages('consents')
  const format = useFormat()
  const nameBasis = (name: Basis | null) => (name === null ? t('noConsent') : basis(`basis.${name}`))
  const writers: { [T in Table]: (rule: RuleFacts[T]) => (string | false | undefined)[] } = {
    calling_hours: ({ monFri, sat, sun, holidays, holidayEveIs, caps }) => [
      t('week', { monFri: nameHours(monFri), sat: nameHours(sat), sun: nameHours(sun) }),
      !holidays && t('holidays'),
      holidayEveIs !== undefined && t('holidayEve'),
      ...caps.map((cap) => ('hours' in cap ? t('calls', cap) : t('refused', { days: cap.refusedDays }))),
    ],
    consent: ({ marketing, other, certainty, validFrom }) => [
      t('consent', { marketing: nameBasis(marketing.artificial), other: nameBasis(other.artificial) }),
      validFrom !== undefined && t('from', { day: format.day(validFrom) }),
      certainty !== 'high' && certainty !== 'host' && t('uncertain'),
    ],
    recording: ({ rule, suppress }) => [suppress ? t('recording.forbidden') : t(`recording.${rule}`)],
    registers: ({ days }) => [t('register', { days })],
  }
  function nameHours(hours: Hours) {
    return hours.length === 0 ? t('noCalls') : listHours(format, hours)
  }
  return (table: Table, rule: unknown): string => {
    if (rule === null || rule === undefined) return t('none')
    const { looserBecause } = rule as { looserBecause?: string }
    const sentences = writers[table](rule as never)
    return [...sentences, looserBecause !== undefined && t('looser', { reason: looserBecause })].filter(Boolean).join(' ')
  }
}

const listHours = (format: Format, hours: Hours) => format.list(hours.map(([from, to]) => `${from}–${to}`))
