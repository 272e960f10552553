import { Group, SegmentedControl, Text } from '@mantine/core'
import { useNavigate, useSearch } from '../../router/index.ts'
import { Archive, Bot, Plus } from 'lucide-react'
import { useFormat } from '../../format.ts'
import { useMessages, useWords } from '../../messages.ts'
import { type Column, DataTable } from '../../parts/tables/DataTable.tsx'
import { ButtonLink, TextLink } from '../../parts/page/links.tsx'
import { Page } from '../../parts/page/Page.tsx'
import { EmptyState } from '../../parts/page/States.tsx'
import { usePages } from '../../parts/tables/usePages.ts'
import { useCan } from '../../parts/viewer.tsx'
import { AgentListDocument, type AgentListQuery } from './Agents.gql.ts'
import { AgentStatus } from './AgentStatus.tsx'

type Row = AgentListQuery['agents']['nodes'][number]

/** List of the workspace's agents, active or archived. */
export function Agents() {
  const t = useMessages('agents')
  const { show } = useSearch({ from: '/signed-in/agents' })
  const navigate = useNavigate()
  const canCreate = useCan('agents:write')
  const isActive = show !== 'retired'
  const pages = usePages(AgentListDocument, { isActive }, (data) => data.agents)
  const create = canCreate && (
    <ButtonLink to="/agents/new" leftSection={<Plus size={16} aria-hidden />}>
      {t('new')}
    </ButtonLink>
  )
  return (
    <Page title={t('title')} about={t('about')} actions={create}>
      <SegmentedControl
        style={{ alignSelf: 'flex-start' }}
        aria-label={t('show')}
        data={[
          { value: 'active', label: t('active') },
          { value: 'retired', label: t('archived') },
        ]}
        value={isActive ? 'active' : 'retired'}
        onChange={(value) => void navigate({ to: '/agents', search: { show: value === 'retired' ? 'retired' : undefined } })}
      />
      <DataTable
        label={t('title')}
        columns={useColumns()}
        rows={pages.rows}
        rowKey={({ id }) => id}
        pages={pages}
        onOpen={({ id }) => void navigate({ to: '/agents/$id', params: { id } })}
        empty={
          isActive ? (
            <EmptyState icon={Bot} title={t('empty')} action={create}>
              {t('emptyAbout')}
            </EmptyState>
          ) : (
            <EmptyState icon={Archive} title={t('emptyArchived')} />
          )
        }
      />
    </Page>
  )
}

function useColumns(): Column<Row>[] {
  const t = useMessages('agents')
  const word = useWords()
  const format = useFormat()
  return [
    {
      key: 'name',
      header: t('name'),
      width: 'minmax(140px, 2fr)',
      cell: ({ id, name }) => (
        <TextLink to="/agents/$id" params={{ id }} fw={600}>
          {name}
        </TextLink>
      ),
    },
    {
      key: 'state',
      header: t('status'),
      cell: (agent) => (
        <Group gap="xs" wrap="nowrap">
          <AgentStatus agent={agent} />
          {agent.isActive && agent.problems.length > 0 && (
            <Text size="xs" c="dimmed">
              {t('problemCount', { count: agent.problems.length })}
            </Text>
          )}
        </Group>
      ),
    },
    { key: 'engine', header: t('provider'), cell: ({ voiceEngine }) => word('engine', voiceEngine), isExtra: true },
    { key: 'lang', header: t('lang'), cell: ({ lang }) => format.language(lang), isExtra: true },
    { key: 'published', header: t('lastPublished'), cell: ({ publishedAt }) => format.moment(publishedAt), isMinor: true },
    {
      key: 'calls',
      header: t('calls'),
      isMinor: true,
      cell: ({ id, name }) => (
        <TextLink to="/calls" search={{ agent: id }} aria-label={t('callsOf', { name })}>
          {t('itsCalls')}
        </TextLink>
      ),
    },
  ]
}
