import { Alert } from '@mantine/core'
import { Hourglass } from 'lucide-react'
import { type ComponentProps, useEffect } from 'react'
import { useMessages } from '../messages.ts'
import { codeOf } from '../api/problems.ts'
import { Loaded } from './States.tsx'

const RETRY_DELAY_MS = 15_000

/** What statistics answer; while the server still counts calls from before it had any it says so, and asks again by itself. */
export function Statistics<Data>({ result, ...rest }: ComponentProps<typeof Loaded<Data>>) {
  const t = useMessages('common')
  const [{ data, error }, again] = result
  const isCounting = !data && error !== undefined && codeOf(error) === 'BUSY'
  useEffect(() => {
    if (!isCounting) return
    const timer = setInterval(() => again({ requestPolicy: 'network-only' }), RETRY_DELAY_MS)
    return () => clearInterval(timer)
  }, [isCounting, again])
  if (!isCounting) return <Loaded result={result} {...rest} />
  return (
    <Alert role="status" color="blue" icon={<Hourglass aria-hidden />} title={t('counting')}>
      {t('countingAbout')}
    </Alert>
  )
}
