import { useMemo } from 'react'
import { useLanguage } from './languages.ts'

/** Numbers, money and time as the chosen language writes them; moments in this browser's own time zone. */
export function useFormat() {
  const language = useLanguage()
  return useMemo(() => formats(language), [language])
}
export type Format = ReturnType<typeof formats>

const NONE = '–'

function formats(language: string) {
  const number = new Intl.NumberFormat(language)
  const percent = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 })
  const compact = new Intl.NumberFormat(language, { notation: 'compact', maximumFractionDigits: 1 })
  const moment = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' })
  const exact = new Intl.DateTimeFormat(language, { dateStyle: 'full', timeStyle: 'long' })
  const time = new Intl.DateTimeFormat(language, { timeStyle: 'medium' })
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'medium' })
  const dayOnly = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' })
  const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto' })
  return {
    number: (value: number | null | undefined) => (value == null ? NONE : number.format(value)),
    compact: (value: number | null | undefined) => (value == null ? NONE : compact.format(value)),
    /** A share: 0.5 is half. */
    percent: (value: number | null | undefined) => (value == null ? NONE : percent.format(value)),
    /** An amount as the API tells it, such as "12.3400"; no more decimals than it needs, two at least. */
    money: (amount: string | null | undefined, currency = 'USD') =>
      amount == null ? NONE : new Intl.NumberFormat(language, { style: 'currency', currency, maximumFractionDigits: 4 }).format(amount as unknown as number),
    moment: (iso: string | null | undefined) => (iso ? moment.format(new Date(iso)) : NONE),
    exact: (iso: string | null | undefined) => (iso ? exact.format(new Date(iso)) : NONE),
    time: (iso: string | number | null | undefined) => (iso ? time.format(new Date(iso)) : NONE),
    day: (iso: string | null | undefined) => (iso ? (iso.length === 10 ? dayOnly : day).format(new Date(iso)) : NONE),
    /** Seconds as minutes and seconds, with hours where there are any: 75 is 1:15. */
    duration: (seconds: number | null | undefined) => (seconds == null ? NONE : clock(Math.round(seconds))),
    ago: (iso: string | null | undefined, now = Date.now()) => (iso ? distance(relative, Date.parse(iso) - now) : NONE),
  }
}

function clock(seconds: number) {
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  const shown = parts[0] ? parts : parts.slice(1)
  return shown.map((part, index) => (index === 0 ? String(part) : String(part).padStart(2, '0'))).join(':')
}

const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

function distance(relative: Intl.RelativeTimeFormat, ms: number) {
  for (const [unit, length] of UNITS) if (Math.abs(ms) >= length) return relative.format(Math.trunc(ms / length), unit)
  return relative.format(Math.trunc(ms / 1000), 'second')
}
