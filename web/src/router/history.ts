import { rememberScroll } from './scroll.ts'

interface Entry {
  index: number
  key: string
}

interface HistoryOptions {
  /** Called after the person has gone to another entry. `isNew`: it has never been seen, as after a click on an anchor of the page. */
  onPop: (isNew: boolean) => void
  /** Whether the page may be left for this one. */
  mayLeave: (href: string) => Promise<boolean>
}

/** The browser's history, whose entries have an index, so that a step that is refused can be taken back. */
export function openHistory({ onPop, mayLeave }: HistoryOptions) {
  const { history, location } = window
  const entryAt = (index: number): Entry => ({ index, key: Math.random().toString(36).slice(2) })
  const stateOf = () => history.state as Partial<Entry> | null
  if (stateOf()?.index === undefined) history.replaceState(entryAt(0), '')
  let entry = stateOf() as Entry
  /** What the next event is for: our own step back, or the step that was allowed. */
  let expected: 'back' | 'allowed' | null = null

  async function onPopState() {
    const step = expected
    expected = null
    if (step === 'back') return
    rememberScroll(entry.key)
    const next = stateOf()
    if (next?.index === undefined) {
      entry = entryAt(entry.index + 1)
      history.replaceState(entry, '')
      return onPop(true)
    }
    const delta = next.index - entry.index
    if (step !== 'allowed' && delta !== 0) {
      const { href } = location
      const decision = mayLeave(href)
      // What nobody has to be asked about is decided at once, without a step back.
      const isAllowed = await Promise.race([decision, new Promise<null>((resolve) => setTimeout(resolve, 0, null))])
      if (isAllowed !== true) {
        expected = 'back'
        history.go(-delta)
        if (!(await decision)) return
        expected = 'allowed'
        history.go(delta)
        return
      }
    }
    entry = next as Entry
    onPop(false)
  }
  window.addEventListener('popstate', () => void onPopState())

  return {
    href: () => location.pathname + location.search + location.hash,
    key: () => entry.key,
    push(href: string) {
      entry = entryAt(entry.index + 1)
      history.pushState(entry, '', href)
    },
    replace: (href: string) => history.replaceState(entry, '', href),
  }
}
