import { VisuallyHidden } from '@mantine/core'
import { lazy, Suspense, useEffect, useState } from 'react'
import { keepFocus } from './focusKeeper.ts'
import { useShortcuts } from './useShortcuts.ts'

const ShortcutsDialog = lazy(() => import('./ShortcutsDialog.tsx').then(({ ShortcutsDialog }) => ({ default: ShortcutsDialog })))

/** What people need who work with the keyboard or a screen reader: shortcuts, a focus that is never lost, and the name of each new page. */
export function Shortcuts({ onSearch }: { onSearch: () => void }) {
  const [isHelpOpen, setHelpOpen] = useState(false)
  useShortcuts({ onSearch, onHelp: () => setHelpOpen(true) })
  useEffect(keepFocus, [])
  return (
    <>
      <VisuallyHidden role="status" data-shortcuts>
        {usePageName()}
      </VisuallyHidden>
      {isHelpOpen && (
        <Suspense>
          <ShortcutsDialog onClose={() => setHelpOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

/** The name of the page after each change, without the product's. */
function usePageName(): string {
  const [name, setName] = useState('')
  useEffect(() => {
    const observer = new MutationObserver(() => setName(document.title.replace(/ · Callwright$/, '')))
    observer.observe(document.head.querySelector('title')!, { childList: true })
    return () => observer.disconnect()
  }, [])
  return name
}
