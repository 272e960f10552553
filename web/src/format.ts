import { useMemo } from 'react'
import { useLanguage } from './languages.ts'
import { useTimezone } from './timezone.ts'

/** Formats numbers, money and times in the chosen language, with the browser's country if it lists one. Moments are in the person's time zone. */
export function useFormat() {
  const language = useLanguage()
  const timeZone = useTimezone()
  return useMemo(
    () => createFormats(navigator.languages.find((tag) => tag.startsWith(language) && isSupportedTag(tag)) ?? language, timeZone),
    [language, timeZone],
  )
}
export type Format = ReturnType<typeof createFormats>

const NONE = '–'

/** Some systems report language tags that Intl rejects, such as `en-US@posix`. */
function isSupportedTag(tag: string) {
  try {
    return Intl.NumberFormat.supportedLocalesOf(tag).length > 0
  } catch {
    return false
  }
}

function createFormats(language: string, timeZone: string) {
  const currencies = new Map<string, Intl.NumberFormat>()
  /** Kept, since making a format takes longer than using it for all cells of a table. */
  const currencyFormat = (currency: string, minimumFractionDigits?: number) => {
    const key = `${currency}${minimumFractionDigits}`
    const made = currencies.get(key) ?? new Intl.NumberFormat(language, { style: 'currency', currency, minimumFractionDigits })
    currencies.set(key, made)
    return made
  }
  const number = new Intl.NumberFormat(language)
  const percent = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 })
  const list = new Intl.ListFormat(language)
  const wallTime = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })
  const compact = new Intl.NumberFormat(language, { notation: 'compact', maximumFractionDigits: 1 })
  const moment = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short', timeZone })
  const exact = new Intl.DateTimeFormat(language, { dateStyle: 'full', timeStyle: 'long', timeZone })
  const time = new Intl.DateTimeFormat(language, { timeStyle: 'short', timeZone })
  const timeExact = new Intl.DateTimeFormat(language, { timeStyle: 'medium', timeZone })
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone })
  const dayOnly = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' })
  const dayShort = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', timeZone: 'UTC' })
  const month = new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric', timeZone: 'UTC' })
  const change = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 0, signDisplay: 'exceptZero' })
  const countries = new Intl.DisplayNames(language, { type: 'region' })
  const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto' })
  const languages = new Intl.DisplayNames(language, { type: 'language' })
  return {
    number: (value: number | null | undefined) => (value == null ? NONE : number.format(value)),
    compact: (value: number | null | undefined) => (value == null ? NONE : compact.format(value)),
    /** A share: 0.5 is 50%. */
    percent: (value: number | null | undefined) => (value == null ? NONE : percent.format(value)),
    /** The amount of a single charge or price, such as "0.0280", with four decimals. */
    money: (amount: string | null | undefined, currency = 'USD') => (amount == null ? NONE : currencyFormat(currency, 4).format(amount as unknown as number)),
    /** A sum, balance or limit, rounded to cents. */
    cents: (amount: string | null | undefined, currency = 'USD') => (amount == null ? NONE : currencyFormat(currency).format(amount as unknown as number)),
    /** What follows the number of a percentage, with its space in languages that have one. */
    percentSuffix: percent.format(0).slice(1),
    /** A relative change with its sign: 0.5 is +50%. */
    change: (share: number | null | undefined) => (share == null ? NONE : change.format(share)),
    moment: (iso: string | null | undefined) => (iso ? moment.format(new Date(iso)) : NONE),
    /** A local time without a zone, such as 2026-07-04T07:59. */
    wallTime: (local: string) => wallTime.format(new Date(`${local}Z`)),
    /** Items with commas and an “and”. */
    list: (items: readonly string[]) => list.format(items),
    /** Name of a language by its tag, with a capital letter in every language, or the tag. */
    language: (tag: string) => nameLanguage(languages, language, tag),
    /** Country name of an ISO 3166 code. */
    country: (code: string | null | undefined) => (code ? (countries.of(code) ?? code) : NONE),
    exact: (iso: string | null | undefined) => (iso ? exact.format(new Date(iso)) : NONE),
    time: (iso: string | number | null | undefined) => (iso ? time.format(new Date(iso)) : NONE),
    /** A time with seconds, for events that follow each other closely. */
    timeExact: (iso: string | null | undefined) => (iso ? timeExact.format(new Date(iso)) : NONE),
    day: (iso: string | null | undefined) => (iso ? (iso.length === 10 ? dayOnly : day).format(new Date(iso)) : NONE),
    /** Month and year of a moment, in UTC. */
    month: (iso: string) => month.format(new Date(iso)),
    /** A date such as 2026-11-20 without the year. */
    dayShort: (date: string) => dayShort.format(new Date(date)),
    /** 1 is Monday, 7 Sunday. */
    weekday: (weekday: number, style: 'short' | 'long') =>
      new Intl.DateTimeFormat(language, { weekday: style, timeZone: 'UTC' }).format(Date.UTC(2024, 0, weekday)),
    /** An hour of the day, 0 to 23. */
    hour: (hour: number) => new Intl.DateTimeFormat(language, { hour: 'numeric', timeZone: 'UTC' }).format(Date.UTC(2024, 0, 1, hour)),
    bytes: (count: number | null | undefined) => (count == null ? NONE : formatSize(language, count)),
    /** Seconds as minutes and seconds, with hours if needed: 75 is 1:15. */
    duration: (seconds: number | null | undefined) => (seconds == null ? NONE : formatDuration(Math.round(seconds))),
    ago: (iso: string | null | undefined, now = Date.now()) => (iso ? formatDistance(relative, Date.parse(iso) - now) : NONE),
  }
}

function nameLanguage(names: Intl.DisplayNames, language: string, tag: string) {
  try {
    const name = names.of(tag) ?? tag
    return name.charAt(0).toLocaleUpperCase(language) + name.slice(1)
  } catch {
    return tag
  }
}

function formatSize(language: string, bytes: number) {
  const step = bytes < 1000 ? 0 : bytes < 1_000_000 ? 1 : bytes < 1_000_000_000 ? 2 : 3
  const unit = ['byte', 'kilobyte', 'megabyte', 'gigabyte'][step]!
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: step === 0 ? 'long' : 'short', maximumFractionDigits: 1 }).format(
    bytes / 1000 ** step,
  )
}

function formatDuration(seconds: number) {
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  const visible = parts[0] ? parts : parts.slice(1)
  return visible.map((part, index) => (index === 0 ? String(part) : String(part).padStart(2, '0'))).join(':')
}

const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

function formatDistance(relative: Intl.RelativeTimeFormat, ms: number) {
  for (const [unit, length] of UNITS) if (Math.abs(ms) >= length) return relative.format(Math.trunc(ms / length), unit)
  return relative.format(Math.trunc(ms / 1000), 'second')
}
