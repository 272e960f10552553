/** Formats a moment for a local date and time input in a time zone: `2026-12-24T09:30`. */
export function toLocalInput(iso: string | null | undefined, timeZone: string): string | null {
  if (!iso) return null
  const parts = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short', timeStyle: 'short', hourCycle: 'h23' }).formatToParts(new Date(iso))
  const part = (type: string) => parts.find((each) => each.type === type)!.value
  return `${part('year')}-${part('month')}-${part('day')}T${part('hour')}:${part('minute')}`
}
