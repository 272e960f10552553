import { Button, Stack, Text, Timeline } from '@mantine/core'
import { useFormat } from '../../format.ts'
import { useMessages, useWords } from '../../messages.ts'
import { ErrorAlert, SkeletonLines } from '../../parts/page/States.tsx'
import { usePages } from '../../parts/tables/usePages.ts'
import { RequestedSection } from './RequestedSection.tsx'
import { CallEventsDocument } from './Call.gql.ts'

/** The voice provider's events of a call, fetched on request. */
export function CallEvents({ callId }: { callId: string }) {
  const t = useMessages('callEvents')
  return (
    <RequestedSection title={t('events')} about={t('eventsAbout')} show={t('showEvents')}>
      <EventList callId={callId} />
    </RequestedSection>
  )
}

function EventList({ callId }: { callId: string }) {
  const t = useMessages('callEvents')
  const word = useWords()
  const format = useFormat()
  const { rows, isLoading, error, hasMore, loadMore, retry } = usePages(CallEventsDocument, { id: callId }, (data) => data.call.events, 50)
  if (isLoading) return <SkeletonLines count={3} />
  if (error) return <ErrorAlert error={error} onRetry={retry} />
  if (rows.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {t('noEvents')}
      </Text>
    )
  return (
    <Stack gap="sm" align="flex-start">
      <Timeline bulletSize={14} lineWidth={2} active={rows.length}>
        {rows.map(({ id, type, status, lines, receivedAt }) => (
          <Timeline.Item key={id} title={word('callEvent', type)}>
            <Text size="xs" c="dimmed">
              <time dateTime={receivedAt} title={format.exact(receivedAt)}>
                {format.timeExact(receivedAt)}
              </time>
              {status && ` · ${word('call', status)}`}
              {lines != null && ` · ${t('transcriptLines', { lines })}`}
            </Text>
          </Timeline.Item>
        ))}
      </Timeline>
      {hasMore && (
        <Button size="xs" variant="default" onClick={loadMore}>
          {t('moreEvents')}
        </Button>
      )}
    </Stack>
  )
}
