import { useEffect, useRef } from 'react'
import { useRouter } from '../../router/index.ts'
import { useViewer } from '../../parts/viewer.tsx'
import { clearSelection, isInRow, moveRow, selectRow } from './rows.ts'
import { pageOf, settingKey } from './shortcutKeys.ts'

/** What uses letters itself: fields, menus and lists of choices. */
const TAKES_LETTERS = 'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable=true], [role=menu], [role=listbox], [role=dialog]'
/** How long the second key may take. */
const SEQUENCE_MS = 1_500

interface ShortcutActions {
  onSearch: () => void
  onHelp: () => void
}

/** The single keys of the dashboard. They do nothing in a field, a menu or a dialog, together with a modifier, or for a person who has turned them off. */
export function useShortcuts(actions: ShortcutActions) {
  const router = useRouter()
  const { id } = useViewer()
  const latest = useRef(actions)
  useEffect(() => void (latest.current = actions))
  useEffect(() => {
    let sequenceEnds = 0
    const press = (event: KeyboardEvent) => {
      const { key, target, ctrlKey, metaKey, altKey, shiftKey, timeStamp, isComposing, defaultPrevented } = event
      if (ctrlKey || metaKey || altKey || isComposing || defaultPrevented || !(target instanceof Element)) return
      if (target.closest(TAKES_LETTERS) || document.querySelector('[aria-modal=true]') || localStorage.getItem(settingKey(id)) === 'false') return
      // Some keyboards need the shift key for symbols.
      if (shiftKey && key !== '?' && key !== '/') return
      const letter = key.toLowerCase()
      const page = timeStamp < sequenceEnds ? pageOf(letter) : undefined
      sequenceEnds = 0
      const arrow = isInRow() ? letter : ''
      if (page) void router.navigate({ href: page })
      else if (letter === 'g') sequenceEnds = timeStamp + SEQUENCE_MS
      else if (letter === '?') latest.current.onHelp()
      else if (letter === '/') latest.current.onSearch()
      else if (letter === 'j' || arrow === 'arrowdown') moveRow(1)
      else if (letter === 'k' || arrow === 'arrowup') moveRow(-1)
      else if (letter === 'x') selectRow()
      else if (letter === 'escape') return clearSelection()
      else return
      event.preventDefault()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [router, id])
}
