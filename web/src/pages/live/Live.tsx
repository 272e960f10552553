import { Button, Group } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { PhoneOutgoing } from 'lucide-react'
import { useMemo } from 'react'
import { useMessages } from '../../messages.ts'
import { Page } from '../../parts/Page.tsx'
import { Failure, Lines } from '../../parts/States.tsx'
import { useCan } from '../../parts/viewer.tsx'
import type { LiveRow } from './liveBoard.ts'
import { LiveCall } from './LiveCall.tsx'
import { LiveCampaigns } from './LiveCampaigns.tsx'
import { LiveFilters } from './LiveFilters.tsx'
import { LiveTable } from './LiveTable.tsx'
import { PlaceCall } from './PlaceCall.tsx'
import { useLiveBoard } from './useLiveBoard.ts'

/** What goes on right now: every call under way as it is spoken, and the campaigns that place them. */
export function Live() {
  const t = useMessages('live')
  const { board, list, isReady, error, retry } = useLiveBoard()
  const { call, agent, campaign, status } = useSearch({ from: '/signed-in/live' })
  const hasRoom = useMediaQuery('(min-width: 75em)', true, { getInitialValueInEffect: false })
  const ofTheirs = useMemo(() => list.filter((row) => isOf(row, agent, campaign)), [list, agent, campaign])
  const shown = useMemo(() => ofTheirs.filter((row) => !status || row.status === status), [ofTheirs, status])
  return (
    <Page title={t('title')} about={t('about')} actions={useCan('calls:write') && <Place />}>
      <LiveCampaigns />
      <LiveFilters rows={ofTheirs} />
      <Group align="flex-start" wrap="nowrap" gap="md">
        <div style={{ flex: 1, minWidth: 0 }}>
          {error ? (
            <Failure error={error} onRetry={retry} />
          ) : isReady ? (
            <LiveTable board={board} rows={shown} isFiltered={shown.length < list.length} />
          ) : (
            <Lines />
          )}
        </div>
        {call && <LiveCall key={call} id={call} isBeside={hasRoom} />}
      </Group>
      <PlaceCall />
    </Page>
  )
}

const isOf = (row: LiveRow, agent: string | undefined, campaign: string | undefined) =>
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
