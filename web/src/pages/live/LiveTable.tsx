import { PhoneNumber } from '../../parts/text/PhoneNumber.tsx'
import { Group, Text } from '@mantine/core'
import { useNavigate, useSearch } from '../../router/index.ts'
import { hasEnded } from '../../../../src/kernel/vocabulary/callStates.ts'
import { useMessages, useWords } from '../../messages.ts'
import { type Column, DataTable } from '../../parts/tables/DataTable.tsx'
import { ButtonLink, TextLink } from '../../parts/page/links.tsx'
import { EmptyState } from '../../parts/page/States.tsx'
import { Status } from '../../parts/Status.tsx'
import { PhoneOutgoing } from 'lucide-react'
import type { Board, LiveRow } from './liveBoard.ts'
import { AgentName, CampaignName } from './LiveNames.tsx'
import { LiveTimer } from './LiveTimer.tsx'
import { useContactNames } from './useContactNames.ts'
import { useLiveRow } from './useLiveBoard.ts'

interface LiveTableProps {
  board: Board
  rows: readonly LiveRow[]
  /** Whether a filter hides some calls. */
  isFiltered: boolean
}

/** Table of active calls. Each row updates on its own. */
export function LiveTable({ board, rows, isFiltered }: LiveTableProps) {
  const t = useMessages('live')
  const navigate = useNavigate()
  const search = useSearch({ from: '/signed-in/live' })
  const common = useMessages('common')
  const names = useContactNames(rows.map(contactNumberOf))
  const columns: Column<LiveRow>[] = [
    { key: 'number', header: t('number'), width: 'minmax(max-content, 220px)', cell: (row) => <Contact row={row} /> },
    { key: 'name', header: common('name'), width: 'minmax(96px, 1fr)', cell: (row) => <bdi>{names.get(contactNumberOf(row)) ?? '–'}</bdi>, isMinor: true },
    { key: 'status', header: t('status'), cell: ({ id }) => <State board={board} id={id} /> },
    { key: 'time', header: t('time'), isNumber: true, cell: ({ id }) => <Time board={board} id={id} /> },
    { key: 'line', header: t('lastLine'), width: 'minmax(160px, 3fr)', isMinor: true, cell: ({ id }) => <LastLine board={board} id={id} /> },
    { key: 'agent', header: t('agent'), width: 'minmax(96px, 1fr)', isExtra: true, cell: ({ agentId }) => agentId && <AgentName id={agentId} /> },
    {
      key: 'campaign',
      header: t('campaign'),
      width: 'minmax(96px, 1fr)',
      isExtra: true,
      cell: ({ campaignId }) => campaignId && <CampaignName id={campaignId} />,
    },
  ]
  return (
    <DataTable
      label={t('calls')}
      columns={columns}
      rows={rows}
      rowKey={({ id }) => id}
      onOpen={({ id }) => void navigate({ to: '/live', search: { ...search, call: id }, resetScroll: false })}
      isOpen={({ id }) => id === search.call}
      secondLine={({ id }) => <LastLine board={board} id={id} />}
      empty={
        <EmptyState
          icon={PhoneOutgoing}
          title={t(isFiltered ? 'noneMatch' : 'none')}
          action={
            isFiltered && (
              <ButtonLink to="/live" search={{ call: search.call }} variant="default">
                {t('clearFilters')}
              </ButtonLink>
            )
          }
        >
          {t(isFiltered ? 'noneMatchAbout' : 'noneAbout')}
        </EmptyState>
      }
    />
  )
}

const contactNumberOf = ({ direction, fromNumber, toNumber }: LiveRow) => (direction === 'inbound' ? fromNumber : toNumber)

/** The contact's number. */
function Contact({ row }: { row: LiveRow }) {
  const { id, direction } = row
  const word = useWords()
  const search = useSearch({ from: '/signed-in/live' })
  return (
    <>
      <Group gap={6} wrap="nowrap">
        <TextLink to="/live" search={{ ...search, call: id }} resetScroll={false}>
          <PhoneNumber number={contactNumberOf(row)} />
        </TextLink>
        {direction === 'inbound' && (
          <Text span size="xs" c="dimmed">
            {word('direction', direction)}
          </Text>
        )}
      </Group>
    </>
  )
}

function State({ board, id }: { board: Board; id: string }) {
  const row = useLiveRow(board, id)
  return row && <Status kind="call" value={row.status} />
}

function Time({ board, id }: { board: Board; id: string }) {
  const row = useLiveRow(board, id)
  return (
    row && <LiveTimer since={row.startedAt ?? row.createdAt} until={row.endedAt ?? (hasEnded(row.status) ? new Date(row.updatedAt).toISOString() : null)} />
  )
}

function LastLine({ board, id }: { board: Board; id: string }) {
  const word = useWords()
  const line = useLiveRow(board, id)?.lastLine
  if (!line) return null
  return (
    <>
      <Text span inherit c="dimmed">
        {word('speaker', line.role)}
        {' · '}
      </Text>
      {line.text}
    </>
  )
}
