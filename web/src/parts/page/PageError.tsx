import { Button } from '@mantine/core'
import { Unplug } from 'lucide-react'
import { useMessages } from '../../messages.ts'
import { problemOf } from '../../api/problems.ts'
import { ErrorText } from '../text/ErrorText.tsx'
import { EmptyState } from './States.tsx'

/** Error page, for example when a server update has removed the page's files. */
export function PageError({ error }: { error: unknown }) {
  const t = useMessages('common')
  return (
    <EmptyState icon={Unplug} title={t('broken')} action={<Button onClick={() => location.reload()}>{t('reload')}</Button>}>
      {error instanceof Error ? <ErrorText problem={problemOf(error)} /> : null}
    </EmptyState>
  )
}
