import { Card, Text, Title } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useQuery } from 'urql'
import { useFormat } from '../../format.ts'
import { useMessages, useWords } from '../../messages.ts'
import { type Bar, Bars } from '../../parts/charts/Bars.tsx'
import { QueryResult } from '../../parts/page/States.tsx'
import { CampaignFunnelDocument } from './Campaign.gql.ts'

const POLL_INTERVAL_MS = 5_000

/** Loads the call funnel of a campaign together with the campaign. */
export const useCampaignFunnel = (id: string, pause: boolean) => useQuery({ query: CampaignFunnelDocument, variables: { id }, pause })
export type FunnelResult = ReturnType<typeof useCampaignFunnel>

interface CampaignFunnelProps {
  result: FunnelResult
  /** Changes as calls are placed and end. */
  state: string
}

/** Call funnel of a campaign: called, answered, conversation, success. Refreshed at most every five seconds while calls are placed and end. */
export function CampaignFunnel({ result, state }: CampaignFunnelProps) {
  const t = useMessages('campaigns')
  const word = useWords()
  const refetch = result[1]
  const format = useFormat()
  const barOf = (key: string, name: string, count: number, share: number | null): Bar => ({
    key,
    name,
    value: (
      <>
        {format.number(count)}{' '}
        <Text span size="xs" c="dimmed" ml={4}>
          {format.percent(share)}
        </Text>
      </>
    ),
    share: share ?? 0,
  })
  const latest = useRef(state)
  useEffect(() => {
    latest.current = state
  }, [state])
  useEffect(() => {
    let shown: string | null = null
    const timer = setInterval(() => {
      if (latest.current === shown) return
      shown = latest.current
      refetch({ requestPolicy: 'network-only' })
    }, POLL_INTERVAL_MS)
    return () => clearInterval(timer)
  }, [refetch])
  return (
    <Card withBorder>
      <Title order={2} size="h4" mb="sm">
        {t('funnel')}
      </Title>
      <QueryResult result={result}>
        {({ outcomeFunnel: { leads, stages } }) => (
          <Bars
            label={t('funnel')}
            bars={[
              ...(leads ? [barOf('leads', t('leadsCalled'), leads.called, leads.total === 0 ? null : leads.called / leads.total)] : []),
              ...stages.map(({ stage, calls: count, share }) => barOf(stage, word('stage', stage), count, share)),
            ]}
          />
        )}
      </QueryResult>
    </Card>
  )
}
