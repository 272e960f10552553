import { Button } from '@mantine/core'
import type { ErrorComponentProps } from '@tanstack/react-router'
import { Unplug } from 'lucide-react'
import { useMessages } from '../messages.ts'
import { messageOf } from '../api/problems.ts'
import { Empty } from './States.tsx'

/** Instead of a page that could not be shown, such as after an update of the server took its files away. */
export function Broken({ error }: ErrorComponentProps) {
  const t = useMessages('common')
  return (
    <Empty icon={Unplug} title={t('broken')} action={<Button onClick={() => location.reload()}>{t('reload')}</Button>}>
      {error instanceof Error ? messageOf(error, t('offline')) : null}
    </Empty>
  )
}
