const STORE = 'callwright-scroll'

const positions = new Map<string, number>(readPositions())

/** Remembers where the page was scrolled to in an entry of the history. */
export const rememberScroll = (key: string) => void positions.set(key, window.scrollY)

/** Scrolls to the anchor of a new page or to its top, or to where a page was left. */
export function scrollTo(key: string, hash: string, isNew: boolean) {
  const anchor = hash ? document.getElementById(decodeURIComponent(hash)) : null
  if (isNew && anchor) anchor.scrollIntoView()
  else window.scrollTo(0, isNew ? 0 : (positions.get(key) ?? 0))
}

window.history.scrollRestoration = 'manual'
window.addEventListener('pagehide', () => {
  const { key } = (window.history.state ?? {}) as { key?: string }
  if (key) rememberScroll(key)
  try {
    sessionStorage.setItem(STORE, JSON.stringify([...positions].slice(-50)))
  } catch {
    // A browser without storage starts each page at its top.
  }
})

function readPositions(): [string, number][] {
  try {
    return JSON.parse(sessionStorage.getItem(STORE) ?? '[]') as [string, number][]
  } catch {
    return []
  }
}
