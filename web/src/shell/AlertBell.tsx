import { VisuallyHidden } from '@mantine/core'
import { lazy } from 'react'
import { useMessages } from '../messages.ts'
import { LazyMenu } from '../parts/page/LazyMenu.tsx'
import { AlertButton } from './AlertButton.tsx'
import { useOpenAlerts } from './useOpenAlerts.ts'

const AlertList = lazy(() => import('./AlertList.tsx').then(({ AlertList }) => ({ default: AlertList })))

/** Bell with the number of open alerts, announced to screen readers when it changes. The list opens below. */
export function AlertBell() {
  const t = useMessages('shell')
  const { alerts, hasMore } = useOpenAlerts()
  return (
    <>
      <LazyMenu menu={<AlertList />}>{(open) => <AlertButton alerts={alerts} hasMore={hasMore} onClick={open} />}</LazyMenu>
      <VisuallyHidden role="status">{alerts.length > 0 ? t('alertsOpen', { count: alerts.length }) : ''}</VisuallyHidden>
    </>
  )
}
