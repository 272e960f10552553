import { type Format, useFormat } from '../../format.ts'
import { type MessageValues, useWords, type WordKind } from '../../messages.ts'

type Facts = Readonly<Record<string, unknown>>
type Word = ReturnType<typeof useWords>
type FactFormat = (value: unknown, context: { facts: Facts; format: Format; word: Word }) => string | number

const toText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))
const currencyOf = ({ currency }: Facts) => (typeof currency === 'string' ? currency : 'USD')

const toCents: FactFormat = (value, { facts, format }) => format.cents(toText(value), currencyOf(facts))
const toMoment: FactFormat = (value, { format }) => format.moment(toText(value))
const toPercent: FactFormat = (value, { format }) => format.percent(Number(value) / 100)
const toWord =
  (kind: WordKind): FactFormat =>
  (value, { word }) =>
    word(kind, toText(value))

/** Written out, since the server's list would bring its validation library into the first load. */
const VOICE_PROVIDERS: readonly unknown[] = ['retell', 'vapi']
/** A carrier or a voice provider. */
const toCompany: FactFormat = (value, { word }) => word(VOICE_PROVIDERS.includes(value) ? 'engine' : 'carrier', toText(value))

/** Formats of facts by name. Other facts are shown as they are: counts, names, phone numbers, rules, and errors of other systems. */
const FORMATS: Readonly<Record<string, FactFormat>> = {
  available: toCents,
  balance: toCents,
  budget: toCents,
  carrier: toWord('carrier'),
  country: (value, { format }) => format.country(toText(value)),
  ended_at: toMoment,
  ended_reason: toWord('endedReason'),
  error: (value) => toText(value).replace(/[.!?]$/, ''),
  expired_at: toMoment,
  language: (value, { format }) => format.language(toText(value)),
  limit_percent: toPercent,
  missing: (value, { format, word }) => format.list((Array.isArray(value) ? value : []).map((item: string) => word('smsMissing', item))),
  not_removed_by: toCompany,
  open_until: toMoment,
  outcome: toWord('outcome'),
  percent: toPercent,
  published_to: toWord('engine'),
  reason: toWord('endedReason'),
  refused_at: toMoment,
  rejected_by: toCompany,
  required: (value, { facts, format }) => format.money(toText(value), currencyOf(facts)),
  spent: toCents,
  starts_at: toMoment,
  threshold: toCents,
  values: (value) => (Array.isArray(value) ? value.map(toText).join(', ') : toText(value)),
  variables: (value, { format }) => format.list((Array.isArray(value) ? value : []).map(toText)),
  voice_engine: toWord('engine'),
  washed_at: (value, { format }) => format.day(toText(value)),
}

/** Value of a fact that the server doesn't have, for the choices of a message. */
const NONE = 'none'

/** Returns a function that formats the facts of a coded text as values of its message. `formats` replaces or adds formats. */
export function useFacts(formats: Readonly<Record<string, FactFormat>> = {}) {
  const format = useFormat()
  const word = useWords()
  return (details: unknown): MessageValues => {
    const facts = (details ?? {}) as Facts
    const toValue = ([name, value]: [string, unknown]) => {
      if (value === null || value === undefined || value === '') return [name, NONE]
      const formatFact = formats[name] ?? FORMATS[name]
      return [name, formatFact ? formatFact(value, { facts, format, word }) : typeof value === 'number' ? value : toText(value)]
    }
    return Object.fromEntries(Object.entries(facts).map(toValue)) as MessageValues
  }
}
