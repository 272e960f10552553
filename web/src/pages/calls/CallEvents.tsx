import { Button, Group, Stack, Text, Timeline } from '@mantine/core'
import { useState } from 'react'
import { useFormat } from '../../format.ts'
import { useMessages, useWords } from '../../messages.ts'
import { ErrorAlert, SkeletonLines } from '../../parts/page/States.tsx'
import { usePages } from '../../parts/tables/usePages.ts'
import { CallSection } from './CallSection.tsx'
import { CallEventsDocument } from './Calls.gql.ts'

/** The voice provider's events of a call, fetched on request. */
export function CallEvents({ callId }: { callId: string }) {
  const t = useMessages('callEvents')
  const [isShown, show] = useState(false)
  return (
    <CallSection title={t('events')}>
      {isShown ? (
        <EventList callId={callId} />
      ) : (
        <Group justify="space-between" gap="sm">
          <Text size="sm" c="dimmed" maw={440}>
            {t('eventsAbout')}
          </Text>
          <Button size="xs" variant="default" onClick={() => show(true)}>
            {t('showEvents')}
          </Button>
        </Group>
      )}
    </CallSection>
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
