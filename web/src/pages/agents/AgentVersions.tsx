import { Badge, Button, Group, Stack, Text } from '@mantine/core'
import { useNavigate } from '../../router/index.ts'
import { History } from 'lucide-react'
import { useFormat } from '../../format.ts'
import { useMessages, useWords } from '../../messages.ts'
import { useConfirm } from '../../parts/Confirm.tsx'
import { type Column, DataTable } from '../../parts/tables/DataTable.tsx'
import { EmptyState } from '../../parts/page/States.tsx'
import { Status } from '../../parts/Status.tsx'
import { useAction } from '../../parts/useAction.ts'
import { usePages } from '../../parts/tables/usePages.ts'
import { AgentVersionsDocument, type AgentVersionsQuery, type AgentFieldsFragment, RestoreAgentVersionDocument } from './Agent.gql.ts'
import { AgentDiff } from './AgentDiff.tsx'
import type { AgentForm } from './editor/useAgentForm.ts'

type Version = AgentVersionsQuery['agent']['versions']['nodes'][number]

interface AgentVersionsProps {
  agent: AgentFieldsFragment
  editor: AgentForm
  canEdit: boolean
}

/** Published versions of an agent: compare any two, and restore one. */
export function AgentVersions({ agent, editor, canEdit }: AgentVersionsProps) {
  const t = useMessages('agents')
  const word = useWords()
  const pages = usePages(AgentVersionsDocument, { id: agent.id }, (data) => data.agent.versions)
  const numbers = pages.rows.map(({ number }) => number)
  return (
    <Stack gap="lg">
      {numbers.length > 0 && (
        <AgentDiff agent={agent} numbers={numbers} current={pages.rows.find(({ isCurrent }) => isCurrent)?.number} isDirty={editor.isDirty} />
      )}
      <DataTable
        label={t('versions')}
        columns={useColumns(agent.id, editor, canEdit)}
        rows={pages.rows}
        rowKey={({ id }) => id}
        pages={pages}
        secondLine={({ status, error }) => error ?? word('version', status)}
        empty={
          <EmptyState icon={History} title={t('noVersions')}>
            {t('noVersionsAbout')}
          </EmptyState>
        }
      />
    </Stack>
  )
}

function useColumns(agentId: string, editor: AgentForm, canEdit: boolean): Column<Version>[] {
  const t = useMessages('agents')
  const word = useWords()
  const common = useMessages('common')
  const format = useFormat()
  return [
    {
      key: 'number',
      header: t('version'),
      cell: ({ number, isCurrent }) => (
        <Group gap="xs" wrap="nowrap">
          <Text size="sm" fw={600}>
            {t('versionNumber', { number })}
          </Text>
          {isCurrent && <Badge variant="light">{t('inUse')}</Badge>}
        </Group>
      ),
    },
    { key: 'state', header: t('status'), width: 'minmax(110px, 2fr)', cell: (version) => <State version={version} />, isMinor: true },
    { key: 'engine', header: t('provider'), cell: ({ voiceEngine }) => word('engine', voiceEngine), isExtra: true },
    { key: 'by', header: t('publishedBy'), width: 'minmax(140px, 1fr)', cell: ({ publishedBy }) => publishedBy?.name ?? t('unknownPerson'), isExtra: true },
    { key: 'at', header: t('when'), cell: ({ createdAt }) => format.moment(createdAt), isMinor: true },
    {
      key: 'actions',
      header: common('actions'),
      cell: ({ number }) => (
        <Group gap={6} wrap="nowrap">
          <Compare agentId={agentId} number={number} />
          {canEdit && <Restore agentId={agentId} number={number} editor={editor} />}
        </Group>
      ),
    },
  ]
}

function State({ version: { status, error } }: { version: Version }) {
  return (
    <Group gap="xs" wrap="nowrap">
      <Status kind="version" value={status} />
      {error && (
        <Text size="xs" c="dimmed" truncate title={error}>
          {error}
        </Text>
      )}
    </Group>
  )
}

function Compare({ agentId, number }: { agentId: string; number: number }) {
  const t = useMessages('agents')
  const navigate = useNavigate()
  const show = () => void navigate({ to: '/agents/$id', params: { id: agentId }, search: { tab: 'versions', from: String(number) } })
  return (
    <Button size="compact-xs" variant="default" onClick={show} aria-label={t('compareVersion', { number })}>
      {t('compare')}
    </Button>
  )
}

function Restore({ agentId, number, editor }: { agentId: string; number: number; editor: AgentForm }) {
  const t = useMessages('agents')
  const confirm = useConfirm()
  const navigate = useNavigate()
  const [restore, isRunning] = useAction(RestoreAgentVersionDocument)
  const ask = async () => {
    const body = t(editor.isDirty ? 'restoreAboutUnsaved' : 'restoreAbout', { number })
    if (!(await confirm({ title: t('restoreTitle', { number }), body, action: t('restoreVersion', { number }), danger: true }))) return
    const done = await restore({ agentId, number }, { success: t('restored', { number }) })
    if (!done) return
    editor.begin(done.restoreAgentVersion)
    await navigate({ to: '/agents/$id', params: { id: agentId } })
  }
  return (
    <Button size="compact-xs" variant="default" loading={isRunning} onClick={() => void ask()} aria-label={t('restoreVersion', { number })}>
      {t('restore')}
    </Button>
  )
}
