import { Button } from '@mantine/core'
import { Bookmark } from 'lucide-react'
import { lazy } from 'react'
import { useMessages } from '../../messages.ts'
import { LazyMenu } from '../page/LazyMenu.tsx'
import type { ViewMenuProps } from './ViewChoices.tsx'

const ViewChoices = lazy(() => import('./ViewChoices.tsx').then(({ ViewChoices }) => ({ default: ViewChoices })))

/** Button that saves a list as it is filtered, sorted and arranged, and opens what was saved. Its menu is loaded when it is first opened. */
export function ViewMenu(props: ViewMenuProps) {
  const t = useMessages('common')
  return (
    <LazyMenu menu={<ViewChoices {...props} />}>
      {(open) => (
        <Button variant="default" leftSection={<Bookmark size={16} aria-hidden />} aria-haspopup="dialog" onClick={open}>
          {t('views')}
        </Button>
      )}
    </LazyMenu>
  )
}
