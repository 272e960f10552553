import { Group, SegmentedControl, Text } from '@mantine/core'
import { useNavigate, useSearch } from '../../router/index.ts'
import { Megaphone, Plus } from 'lucide-react'
import { useFormat } from '../../format.ts'
import { useMessages, useWords } from '../../messages.ts'
import { type Column, DataTable } from '../../parts/tables/DataTable.tsx'
import { ButtonLink, TextLink } from '../../parts/page/links.tsx'
import { Page } from '../../parts/page/Page.tsx'
import { EmptyState } from '../../parts/page/States.tsx'
import { Status } from '../../parts/Status.tsx'
import { usePages } from '../../parts/tables/usePages.ts'
import { useCan } from '../../parts/viewer.tsx'
import { CampaignBar, countProcessed } from './CampaignBar.tsx'
import { CampaignMenu } from './CampaignControls.tsx'
import { CampaignsDocument, type CampaignsQuery } from './Campaigns.gql.ts'
import { useStatusReason } from './CampaignStatusReason.tsx'
import { useLiveCampaigns } from './useLiveCampaigns.ts'
import { oneOf } from '../../parts/forms/oneOf.ts'

type Row = CampaignsQuery['campaigns']['nodes'][number]
const STATES = ['running', 'paused', 'draft', 'completed'] as const

/** List of the workspace's campaigns, newest first, with live progress. */
export function Campaigns() {
  const t = useMessages('campaigns')
  const word = useWords()
  const navigate = useNavigate()
  const { status } = useSearch({ from: '/signed-in/campaigns' })
  return (
    <Page title={t('title')} about={t('about')} actions={useCan('campaigns:write') && <NewCampaign />}>
      <Group>
        <SegmentedControl
          aria-label={t('filter')}
          size="xs"
          value={status ?? ''}
          onChange={(value) => void navigate({ to: '/campaigns', search: { status: value || undefined } })}
          data={[{ value: '', label: t('all') }, ...STATES.map((value) => ({ value, label: word('campaign', value) }))]}
        />
      </Group>
      <List status={status} />
    </Page>
  )
}

function NewCampaign() {
  const t = useMessages('campaigns')
  return (
    <ButtonLink to="/campaigns/new" leftSection={<Plus size={16} aria-hidden />}>
      {t('new')}
    </ButtonLink>
  )
}

function List({ status }: { status: string | undefined }) {
  const t = useMessages('campaigns')
  const format = useFormat()
  const navigate = useNavigate()
  const canWrite = useCan('campaigns:write')
  const canStart = useCan('campaigns:start')
  const pages = usePages(CampaignsDocument, { status: oneOf(STATES, status) }, (data) => data.campaigns)
  useLiveCampaigns(pages)
  const columns: Column<Row>[] = [
    { key: 'name', header: t('name'), width: 'minmax(130px, 3fr)', cell: (row) => <Name row={row} /> },
    { key: 'status', header: t('status'), cell: (row) => <Status kind="campaign" value={row.status} /> },
    { key: 'progress', header: t('progress'), width: 'minmax(180px, 2fr)', cell: (row) => <Progress row={row} />, isMinor: true },
    { key: 'calls', header: t('activeCalls'), isNumber: true, isMinor: true, cell: ({ stats: { calls } }) => format.number(underWay(calls)) },
    {
      key: 'cost',
      header: t('cost'),
      isNumber: true,
      isMinor: true,
      cell: ({ stats }) => format.cents(stats.cost, stats.currency),
    },
    { key: 'created', header: t('created'), isExtra: true, cell: ({ createdAt }) => format.day(createdAt) },
    ...(canWrite || canStart ? [{ key: 'more', header: t('actions'), cell: (row: Row) => <CampaignMenu campaign={row} /> }] : []),
  ]
  return (
    <DataTable
      label={t('title')}
      columns={columns}
      rows={pages.rows}
      rowKey={({ id }) => id}
      pages={pages}
      secondLine={(row) => <Progress row={row} />}
      onOpen={({ id }) => void navigate({ to: '/campaigns/$id', params: { id } })}
      empty={<EmptyCampaigns isFiltered={status !== undefined} canWrite={canWrite} />}
    />
  )
}

const underWay = ({ queued, dialing, ringing, inProgress }: Row['stats']['calls']) => queued + dialing + ringing + inProgress

function Name({ row }: { row: Row }) {
  const why = useStatusReason()(row)
  return (
    <Group gap="xs" wrap="nowrap" miw={0}>
      <TextLink to="/campaigns/$id" params={{ id: row.id }} fw={500} truncate style={{ flexShrink: 0, maxWidth: '100%' }}>
        {row.name}
      </TextLink>
      {why && (
        <Text size="xs" c="dimmed" truncate title={why} visibleFrom="sm">
          {why}
        </Text>
      )}
    </Group>
  )
}

function Progress({ row }: { row: Row }) {
  const t = useMessages('campaigns')
  const { leads } = row.stats
  if (leads.total === 0) return <Text size="sm">{t('noLeads')}</Text>
  return (
    <Group gap="xs" wrap="nowrap">
      <div style={{ flex: 1, minWidth: 40 }}>
        <CampaignBar leads={leads} />
      </div>
      <Text size="xs" c="dimmed">
        {t('doneOf', { done: countProcessed(leads), total: leads.total })}
      </Text>
    </Group>
  )
}

function EmptyCampaigns({ isFiltered, canWrite }: { isFiltered: boolean; canWrite: boolean }) {
  const t = useMessages('campaigns')
  if (isFiltered)
    return (
      <EmptyState
        icon={Megaphone}
        title={t('noMatches')}
        action={
          <ButtonLink to="/campaigns" variant="default">
            {t('showAll')}
          </ButtonLink>
        }
      />
    )
  return (
    <EmptyState icon={Megaphone} title={t('empty')} action={canWrite && <NewCampaign />}>
      {t('emptyAbout')}
    </EmptyState>
  )
}
