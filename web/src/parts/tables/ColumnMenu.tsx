import { ActionIcon } from '@mantine/core'
import { Columns3 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useMessages } from '../../messages.ts'
import type { ColumnMenuProps } from './ColumnChoices.tsx'

const ColumnChoices = lazy(() => import('./ColumnChoices.tsx').then(({ ColumnChoices }) => ({ default: ColumnChoices })))

/** Button that chooses and orders the columns of a list. Its menu is loaded when it is first opened. */
export function ColumnMenu(props: ColumnMenuProps) {
  const t = useMessages('common')
  const [isWanted, setWanted] = useState(false)
  const button = (onClick?: () => void) => (
    <ActionIcon variant="default" size={32} visibleFrom="sm" aria-label={t('columns')} aria-haspopup="dialog" onClick={onClick}>
      <Columns3 size={16} aria-hidden />
    </ActionIcon>
  )
  if (!isWanted) return button(() => setWanted(true))
  return (
    <Suspense fallback={button()}>
      <ColumnChoices {...props} />
    </Suspense>
  )
}
