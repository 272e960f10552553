import { ActionIcon } from '@mantine/core'
import { Columns3 } from 'lucide-react'
import { lazy } from 'react'
import { useMessages } from '../../messages.ts'
import { LazyMenu } from '../page/LazyMenu.tsx'
import type { ColumnMenuProps } from './ColumnChoices.tsx'

const ColumnChoices = lazy(() => import('./ColumnChoices.tsx').then(({ ColumnChoices }) => ({ default: ColumnChoices })))

/** Button that chooses and orders the columns of a list. Its menu is loaded when it is first opened. */
export function ColumnMenu(props: ColumnMenuProps) {
  const t = useMessages('common')
  return (
    <LazyMenu menu={<ColumnChoices {...props} />}>
      {(open) => (
        <ActionIcon variant="default" size={32} visibleFrom="sm" aria-label={t('columns')} aria-haspopup="dialog" onClick={open}>
          <Columns3 size={16} aria-hidden />
        </ActionIcon>
      )}
    </LazyMenu>
  )
}
