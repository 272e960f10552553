import { Button, Group, Stack, Text, Timeline } from '@mantine/core'
import { useState } from 'react'
import { useFormat } from '../../format.ts'
import { useMessages, useWords } from '../../messages.ts'
import { Failure, Lines } from '../../parts/States.tsx'
import { usePages } from '../../parts/usePages.ts'
import { CallPart } from './CallPart.tsx'
import { CallEventsDocument } from './Calls.gql.ts'

/** What the voice provider told of a call, moment by moment; asked for when somebody wants to know. */
export function CallEvents({ callId }: { callId: string }) {
  const t = useMessages('calls')
  const [isShown, show] = useState(false)
  return (
    <CallPart title={t('events')}>
      {isShown ? (
        <Told callId={callId} />
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
    </CallPart>
  )
}

function Told({ callId }: { callId: string }) {
  const t = useMessages('calls')
  const word = useWords()
  const format = useFormat()
  const { rows, isLoading, error, hasMore, more, retry } = usePages(CallEventsDocument, { id: callId }, (data) => data.call.events, 50)
  if (isLoading) return <Lines count={3} />
  if (error) return <Failure error={error} onRetry={retry} />
  if (rows.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {t('noEvents')}
      </Text>
    )
  return (
    <Stack gap="sm" align="flex-start">
      <Timeline bulletSize={14} lineWidth={2} active={rows.length}>
        {rows.map(({ id, type: kind, status, lines, receivedAt }) => (
          <Timeline.Item key={id} title={word('callEvent', kind)}>
            <Text size="xs" c="dimmed">
              <time dateTime={receivedAt} title={format.exact(receivedAt)}>
                {format.time(receivedAt)}
              </time>
              {status && ` · ${word('call', status)}`}
              {lines != null && ` · ${t('linesTold', { lines })}`}
            </Text>
          </Timeline.Item>
        ))}
      </Timeline>
      {hasMore && (
        <Button size="xs" variant="default" onClick={more}>
          {t('moreEvents')}
        </Button>
      )}
    </Stack>
  )
}
