import { Group, Progress, Text } from '@mantine/core'
import { useSubscription } from 'urql'
import { useFormat } from '../../format.ts'
import { useMessages } from '../../messages.ts'
import { Status } from '../../parts/Status.tsx'
import { ReportProgressDocument, type ReportRowFragment } from './Reports.gql.ts'

const isActive = (status: string) => status === 'queued' || status === 'running'

/** Status of an export, with live progress while it runs. */
export function ReportStatus({ report }: { report: ReportRowFragment }) {
  const { id, status, progress, rowsProcessed, rowsTotal, error, expiresAt } = report
  const t = useMessages('reports')
  const format = useFormat()
  useSubscription({ query: ReportProgressDocument, variables: { id }, pause: !isActive(status) })
  const about = error ?? (expiresAt && t('expires', { when: format.day(expiresAt) }))
  if (status !== 'running')
    return (
      <Group gap="xs" wrap="nowrap" miw={0}>
        <Status kind="report" value={status} />
        {about && (
          <Text size="xs" c="dimmed" truncate title={about} visibleFrom={error ? undefined : 'sm'}>
            {about}
          </Text>
        )}
      </Group>
    )
  const done = format.number(rowsProcessed)
  return (
    <Group gap="xs" wrap="nowrap">
      <Progress flex={1} miw={40} value={progress ?? 0} animated aria-label={t('progressOf', { id })} />
      <Text size="xs" c="dimmed">
        {rowsTotal == null ? t('rowsSoFar', { done }) : t('rowsOf', { done, total: format.number(rowsTotal) })}
      </Text>
    </Group>
  )
}
