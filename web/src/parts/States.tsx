import { Alert, Button, Center, Loader, Skeleton, Stack, Text, ThemeIcon } from '@mantine/core'
import { CircleAlert, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import type { CombinedError, UseQueryExecute, UseQueryState } from 'urql'
import { messageOf } from '../api/problems.ts'
import { useMessages } from '../messages.ts'

/** While something that is all there is to see is loaded. */
export function Loading() {
  const t = useMessages('common')
  return (
    <Center mih={200} role="status" aria-label={t('loading')}>
      <Loader type="dots" />
    </Center>
  )
}

/** What could not be loaded or done, in the server's words, and how to try again. */
export function Failure({ error, onRetry }: { error: CombinedError | Error; onRetry?: () => void }) {
  const t = useMessages('common')
  return (
    <Alert role="alert" color="red" icon={<CircleAlert aria-hidden />} title={t('failed')} my="md">
      <Stack gap="sm" align="flex-start">
        <Text size="sm">{messageOf(error, t('offline'))}</Text>
        {onRetry && (
          <Button size="xs" variant="default" onClick={onRetry}>
            {t('tryAgain')}
          </Button>
        )}
      </Stack>
    </Alert>
  )
}

interface EmptyProps {
  icon: LucideIcon
  title: string
  children?: ReactNode
  /** What to do about it. */
  action?: ReactNode
}

/** Nothing is here yet, and why. */
export function Empty({ icon: Icon, title, children, action }: EmptyProps) {
  return (
    <Center py="xl">
      <Stack align="center" gap="xs" maw={420} ta="center">
        <ThemeIcon size={48} radius="xl" variant="light" aria-hidden>
          <Icon />
        </ThemeIcon>
        <Text fw={600}>{title}</Text>
        {children && (
          <Text size="sm" c="dimmed">
            {children}
          </Text>
        )}
        {action}
      </Stack>
    </Center>
  )
}

interface LoadedProps<Data> {
  result: readonly [UseQueryState<Data, never> | UseQueryState<Data>, UseQueryExecute]
  children: (data: Data) => ReactNode
  /** Shown while the first answer is on its way; a few grey lines when absent. */
  placeholder?: ReactNode
}

/** What a query answers, or that it is loading, or why it failed. What was loaded before stays when a later one fails. */
export function Loaded<Data>({ result: [{ data, error }, again], children, placeholder }: LoadedProps<Data>) {
  if (data) return <>{children(data)}</>
  if (error) return <Failure error={error} onRetry={() => again({ requestPolicy: 'network-only' })} />
  return <>{placeholder ?? <Lines />}</>
}

export function Lines({ count = 6 }: { count?: number }) {
  const t = useMessages('common')
  return (
    <Stack gap="xs" role="status" aria-label={t('loading')}>
      {Array.from({ length: count }, (_, index) => (
        <Skeleton key={index} height={28} />
      ))}
    </Stack>
  )
}
