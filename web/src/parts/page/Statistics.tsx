import { Alert } from '@mantine/core'
import { Hourglass } from 'lucide-react'
import { type ComponentProps, useEffect } from 'react'
import { useMessages } from '../../messages.ts'
import { problemOf } from '../../api/problems.ts'
import { QueryResult } from './States.tsx'

const RETRY_DELAY_MS = 15_000

/** Renders statistics. While the server is still counting past calls, shows that and retries automatically. */
export function StatisticsResult<Data>({ result, ...rest }: ComponentProps<typeof QueryResult<Data>>) {
  const t = useMessages('common')
  const [{ data, error }, refetch] = result
  const isCounting = !data && error !== undefined && problemOf(error)?.code === 'UNAVAILABLE'
  useEffect(() => {
    if (!isCounting) return
    const timer = setInterval(() => refetch({ requestPolicy: 'network-only' }), RETRY_DELAY_MS)
    return () => clearInterval(timer)
  }, [isCounting, refetch])
  if (!isCounting) return <QueryResult result={result} {...rest} />
  return (
    <Alert role="status" color="gray" icon={<Hourglass aria-hidden />} title={t('counting')}>
      {t('countingAbout')}
    </Alert>
  )
}
