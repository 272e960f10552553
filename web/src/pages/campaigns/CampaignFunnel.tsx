import { Card, Group, Progress, Stack, Text, Title } from '@mantine/core'
import { useEffect } from 'react'
import { useQuery } from 'urql'
import { useFormat } from '../../format.ts'
import { useMessages, useWords } from '../../messages.ts'
import { QueryResult } from '../../parts/page/States.tsx'
import { CampaignFunnelDocument } from './Campaign.gql.ts'

const POLL_INTERVAL_MS = 5_000

/** Call funnel of a campaign: called, answered, conversation, success. Refreshed as calls are placed. */
export function CampaignFunnel({ campaignId, calls }: { campaignId: string; calls: number }) {
  const t = useMessages('campaigns')
  const word = useWords()
  const result = useQuery({ query: CampaignFunnelDocument, variables: { id: campaignId } })
  const refetch = result[1]
  useEffect(() => {
    const timer = setTimeout(() => refetch({ requestPolicy: 'network-only' }), POLL_INTERVAL_MS)
    return () => clearTimeout(timer)
  }, [refetch, calls])
  return (
    <Card withBorder>
      <Title order={2} size="h4" mb="sm">
        {t('funnel')}
      </Title>
      <QueryResult result={result}>
        {({ outcomeFunnel: { leads, stages } }) => (
          <Stack gap="sm">
            {leads && <Stage label={t('leadsCalled')} count={leads.called} share={leads.total === 0 ? null : leads.called / leads.total} />}
            {stages.map(({ stage, calls: count, share }) => (
              <Stage key={stage} label={word('stage', stage)} count={count} share={share} />
            ))}
          </Stack>
        )}
      </QueryResult>
    </Card>
  )
}

function Stage({ label, count, share }: { label: string; count: number; share: number | null }) {
  const format = useFormat()
  return (
    <div>
      <Group justify="space-between" gap="xs">
        <Text size="sm">{label}</Text>
        <Text size="sm">
          <b>{format.number(count)}</b>{' '}
          {share !== null && (
            <Text span size="xs" c="dimmed">
              {format.percent(share)}
            </Text>
          )}
        </Text>
      </Group>
      <Progress size="md" value={(share ?? 0) * 100} aria-label={label} />
    </div>
  )
}
