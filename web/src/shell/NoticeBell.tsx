import { VisuallyHidden } from '@mantine/core'
import { lazy } from 'react'
import { useMessages } from '../messages.ts'
import { NoticeButton } from './NoticeButton.tsx'
import { OnDemand } from './OnDemand.tsx'
import { useOpenNotices } from './useOpenNotices.ts'

const NoticeList = lazy(() => import('./NoticeList.tsx').then(({ NoticeList }) => ({ default: NoticeList })))

/** How many notices stand, on every page, told aloud when it changes; what they say opens below. */
export function NoticeBell() {
  const t = useMessages('shell')
  const { notices, hasMore } = useOpenNotices()
  return (
    <>
      <OnDemand menu={NoticeList}>{(open) => <NoticeButton notices={notices} hasMore={hasMore} onClick={open} />}</OnDemand>
      <VisuallyHidden role="status">{notices.length > 0 ? t('noticesOpen', { count: notices.length }) : ''}</VisuallyHidden>
    </>
  )
}
