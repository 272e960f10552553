/** A moment as a field for local date and time shows it, `2026-12-24T09:30`, in a time zone; null for none. */
export function localIn(iso: string | null | undefined, timeZone: string): string | null {
  if (!iso) return null
  const parts = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short', timeStyle: 'short', hourCycle: 'h23' }).formatToParts(new Date(iso))
  const of = (type: string) => parts.find((part) => part.type === type)!.value
  return `${of('year')}-${of('month')}-${of('day')}T${of('hour')}:${of('minute')}`
}
