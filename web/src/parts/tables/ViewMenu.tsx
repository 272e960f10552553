import { Button } from '@mantine/core'
import { Bookmark } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useMessages } from '../../messages.ts'
import type { ViewMenuProps } from './ViewChoices.tsx'

const ViewChoices = lazy(() => import('./ViewChoices.tsx').then(({ ViewChoices }) => ({ default: ViewChoices })))

/** Button that saves a list as it is filtered, sorted and arranged, and opens what was saved. Its menu is loaded when it is first opened. */
export function ViewMenu(props: ViewMenuProps) {
  const t = useMessages('common')
  const [isWanted, setWanted] = useState(false)
  const button = (
    <Button variant="default" leftSection={<Bookmark size={16} aria-hidden />} onClick={() => setWanted(true)}>
      {t('views')}
    </Button>
  )
  return isWanted ? (
    <Suspense fallback={button}>
      <ViewChoices {...props} />
    </Suspense>
  ) : (
    button
  )
}
