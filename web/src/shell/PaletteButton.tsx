import { ActionIcon } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { Search } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useMessages } from '../messages.ts'

const Palette = lazy(() => import('./Palette.tsx').then(({ Palette }) => ({ default: Palette })))

/** Opens the command palette, as Ctrl K or ⌘ K does. The palette is loaded on first use. */
export function PaletteButton() {
  const t = useMessages('shell')
  const [isOpen, setOpen] = useState(false)
  useHotkeys([['mod+K', () => setOpen(true)]], [])
  return (
    <>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={32}
        onClick={() => setOpen(true)}
        aria-label={t('searchHint')}
        title={`${t('searchHint')} (Ctrl K)`}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
      >
        <Search size={18} aria-hidden />
      </ActionIcon>
      {isOpen && (
        <Suspense>
          <Palette onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
