import { useSyncExternalStore } from 'react'

/** The browser's time zone. */
export const BROWSER_TIMEZONE = Intl.DateTimeFormat().resolvedOptions().timeZone

const listeners = new Set<() => void>()
let timezone = BROWSER_TIMEZONE

/** The time zone in which times are shown: the signed-in person's setting, or the browser's. */
export const useTimezone = () =>
  useSyncExternalStore(
    (listener) => (listeners.add(listener), () => void listeners.delete(listener)),
    () => timezone,
  )

/** Sets the time zone; null for the browser's, as for one that this browser doesn't know. */
export function setTimezone(next: string | null) {
  const resolved = next !== null && isKnown(next) ? next : BROWSER_TIMEZONE
  if (resolved === timezone) return
  timezone = resolved
  for (const listener of listeners) listener()
}

function isKnown(name: string) {
  try {
    return Boolean(Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}
