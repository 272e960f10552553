import { ActionIcon } from '@mantine/core'
import { Search } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useMessages } from '../messages.ts'

const Palette = lazy(() => import('./Palette.tsx').then(({ Palette }) => ({ default: Palette })))
const Shortcuts = lazy(() => import('./shortcuts/Shortcuts.tsx').then(({ Shortcuts }) => ({ default: Shortcuts })))

/** Opens the command palette, as Ctrl K or ⌘ K does. The palette is loaded on first use, and the other shortcuts after the page. */
export function PaletteButton() {
  const t = useMessages('shell')
  const [isOpen, setOpen] = useState(false)
  const open = () => setOpen(true)
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      setOpen(true)
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
  return (
    <>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={32}
        onClick={open}
        aria-label={t('searchHint')}
        title={`${t('searchHint')} (Ctrl K)`}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
      >
        <Search size={18} aria-hidden />
      </ActionIcon>
      <Suspense>
        <Shortcuts onSearch={open} />
        {isOpen && <Palette onClose={() => setOpen(false)} />}
      </Suspense>
    </>
  )
}
