import { Button, Group } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useNavigate, useSearch } from '../../router/index.ts'
import { PhoneOutgoing } from 'lucide-react'
import { useMemo } from 'react'
import { useMessages } from '../../messages.ts'
import { Page } from '../../parts/page/Page.tsx'
import { ErrorAlert, SkeletonLines } from '../../parts/page/States.tsx'
import { useCan } from '../../parts/viewer.tsx'
import type { LiveRow } from './liveBoard.ts'
import { LiveCall } from './LiveCall.tsx'
import { LiveCampaigns } from './LiveCampaigns.tsx'
import { LiveFilters } from './LiveFilters.tsx'
import { LiveTable } from './LiveTable.tsx'
import { PlaceCall } from './PlaceCall.tsx'
import { useLiveBoard } from './useLiveBoard.ts'

/** Live calls page: active calls with their transcripts, and running campaigns. */
export function Live() {
  const t = useMessages('live')
  const { board, list, isReady, error, retry } = useLiveBoard()
  const { call, agent, campaign, status } = useSearch({ from: '/signed-in/live' })
  const hasRoom = useMediaQuery('(min-width: 75em)', true, { getInitialValueInEffect: false })
  const ownerRows = useMemo(() => list.filter((row) => matchesOwner(row, agent, campaign)), [list, agent, campaign])
  const visibleRows = useMemo(() => ownerRows.filter((row) => !status || row.status === status), [ownerRows, status])
  return (
    <Page title={t('title')} about={t('about')} actions={useCan('calls:write') && <Place />}>
      <LiveCampaigns />
      <LiveFilters rows={isReady ? ownerRows : null} />
      <Group align="flex-start" wrap="nowrap" gap="md">
        <div style={{ flex: 1, minWidth: 0 }}>
          {error ? (
            <ErrorAlert error={error} onRetry={retry} />
          ) : isReady ? (
            <LiveTable board={board} rows={visibleRows} isFiltered={visibleRows.length < list.length} />
          ) : (
            <SkeletonLines />
          )}
        </div>
        {call && <LiveCall key={call} id={call} isBeside={hasRoom} />}
      </Group>
      <PlaceCall />
    </Page>
  )
}

const matchesOwner = (row: LiveRow, agent: string | undefined, campaign: string | undefined) =>
  (!agent || row.agentId === agent) && (!campaign || row.campaignId === campaign)

function Place() {
  const t = useMessages('live')
  const navigate = useNavigate()
  const search = useSearch({ from: '/signed-in/live' })
  return (
    <Button leftSection={<PhoneOutgoing size={16} aria-hidden />} onClick={() => void navigate({ to: '/live', search: { ...search, place: 'yes' } })}>
      {t('place')}
    </Button>
  )
}
