const RELOADED = 'callwright-reloaded'

/** What the browsers say when a script can't be loaded. */
const MISSING_FILE = /dynamically imported module|importing a module script failed/i

/**
 * Starts the page anew if it failed because a file of it is missing: an update of the server has removed it, and a new start knows the new ones.
 * Returns whether it does. It doesn't a second time in a row, nor without a connection.
 */
export function reloadIfUpdated(error: unknown): boolean {
  if (!(error instanceof Error) || !MISSING_FILE.test(error.message) || !navigator.onLine) return false
  const isRepeated = sessionStorage.getItem(RELOADED) === location.href
  sessionStorage.setItem(RELOADED, location.href)
  if (!isRepeated) location.reload()
  return !isRepeated
}
