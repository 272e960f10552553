import { Alert, Button, Center, Group, Loader, Skeleton, Stack, Text, ThemeIcon } from '@mantine/core'
import { CircleAlert, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import type { CombinedError, UseQueryExecute, UseQueryState } from 'urql'
import { problemOf } from '../../api/problems.ts'
import { ROW_HEIGHT } from '../../theme/tokens.ts'
import { useMessages } from '../../messages.ts'
import { ErrorText } from '../text/ErrorText.tsx'

/** Loading state of a whole view. */
export function Loading() {
  const t = useMessages('common')
  return (
    <Center mih={200} role="status" aria-label={t('loading')}>
      <Loader type="dots" />
    </Center>
  )
}

/** Alert with an error and a Retry button. */
export function ErrorAlert({ error, onRetry }: { error: CombinedError | Error; onRetry?: () => void }) {
  const t = useMessages('common')
  return (
    <Alert role="alert" color="bad" icon={<CircleAlert aria-hidden />} title={t('failed')} my="md">
      <Stack gap="sm" align="flex-start">
        <Text size="sm">
          <ErrorText problem={problemOf(error)} />
        </Text>
        {onRetry && (
          <Button size="xs" variant="default" onClick={onRetry}>
            {t('tryAgain')}
          </Button>
        )}
      </Stack>
    </Alert>
  )
}

interface EmptyStateProps {
  icon: LucideIcon
  title: string
  children?: ReactNode
  /** Suggested next step. */
  action?: ReactNode
  /** Whether it is one of several on a page: it takes two lines. */
  isSmall?: boolean
}

/** The empty state of the dashboard: what will be here, and the next step. */
export function EmptyState({ icon: Icon, title, children, action, isSmall }: EmptyStateProps) {
  if (isSmall)
    return (
      <Group gap="sm" wrap="nowrap">
        <ThemeIcon size={32} radius="md" variant="light" color="gray" c="dimmed" aria-hidden>
          <Icon size={16} />
        </ThemeIcon>
        <div>
          <Text size="sm" fw={500}>
            {title}
          </Text>
          <Text size="sm" c="dimmed">
            {children}
          </Text>
        </div>
      </Group>
    )
  return (
    <Center py="xl" px="md">
      <Stack align="center" gap="xs" maw={420} ta="center">
        <ThemeIcon size={40} radius="lg" variant="light" color="gray" c="dimmed" aria-hidden>
          <Icon size={20} />
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

interface QueryResultProps<Data> {
  result: readonly [UseQueryState<Data, never> | UseQueryState<Data>, UseQueryExecute]
  children: (data: Data) => ReactNode
  /** Shown while the first result is loading. Defaults to a few skeleton lines. */
  placeholder?: ReactNode
}

/** Renders the result of a query, or its loading or error state. Earlier data stays if a later request fails. */
export function QueryResult<Data>({ result: [{ data, error }, refetch], children, placeholder }: QueryResultProps<Data>) {
  if (data) return <>{children(data)}</>
  if (error) return <ErrorAlert error={error} onRetry={() => refetch({ requestPolicy: 'network-only' })} />
  return <>{placeholder ?? <SkeletonLines />}</>
}

export function SkeletonLines({ count = 6 }: { count?: number }) {
  const t = useMessages('common')
  return (
    <Stack gap="xs" role="status" aria-label={t('loading')}>
      {Array.from({ length: count }, (_, index) => (
        <Skeleton key={index} height={ROW_HEIGHT - 8} />
      ))}
    </Stack>
  )
}
