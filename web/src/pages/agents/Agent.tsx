import { Alert, Badge, Group, Stack, Tabs } from '@mantine/core'
import { useNavigate, useParams, useSearch } from '../../router/index.ts'
import { Archive } from 'lucide-react'
import type { ReactNode } from 'react'
import { useQuery } from 'urql'
import { useFormat } from '../../format.ts'
import { useMessages, useWords } from '../../messages.ts'
import { CopyableId } from '../../parts/text/Copy.tsx'
import { Page } from '../../parts/page/Page.tsx'
import { useTabInView } from '../../parts/page/useTabInView.ts'
import { QueryResult } from '../../parts/page/States.tsx'
import { useCan } from '../../parts/viewer.tsx'
import { AgentPageDocument, type AgentFieldsFragment } from './Agent.gql.ts'
import { AgentActions } from './AgentActions.tsx'
import { AgentEditor } from './editor/AgentEditor.tsx'
import { AgentProblems } from './editor/AgentProblems.tsx'
import { AgentSaveBar } from './editor/AgentSaveBar.tsx'
import { AgentStatus } from './AgentStatus.tsx'
import { AgentTest } from './AgentTest.tsx'
import { AgentVersions } from './AgentVersions.tsx'
import { useAgentForm } from './editor/useAgentForm.ts'
import { useUnsavedGuard } from '../../parts/forms/useUnsavedGuard.ts'

/** Page of one agent: edit, publish, compare versions, and test. */
export function Agent() {
  const { id } = useParams({ from: '/signed-in/agents/$id' })
  const result = useQuery({ query: AgentPageDocument, variables: { id } })
  return <QueryResult result={result}>{({ agent }) => <AgentContent key={agent.id} agent={agent} />}</QueryResult>
}

function AgentContent({ agent }: { agent: AgentFieldsFragment }) {
  const t = useMessages('agents')
  const editor = useAgentForm(agent)
  const canEdit = useCan('agents:write')
  const canCall = useCan('calls:write')
  useUnsavedGuard(editor.isDirty)
  return (
    <Page title={agent.name} about={<About agent={agent} />} actions={<AgentActions agent={agent} editor={editor} canEdit={canEdit} />}>
      {!agent.isActive && (
        <Alert color="warn" icon={<Archive aria-hidden />} title={t('isArchived')}>
          {t('archivedAbout')}
        </Alert>
      )}
      <AgentTabs
        editor={
          <Stack>
            <AgentProblems editor={editor} />
            <div data-read-only={canEdit ? undefined : true}>
              <AgentEditor editor={editor} canEdit={canEdit} />
            </div>
            {canEdit && <AgentSaveBar editor={editor} />}
          </Stack>
        }
        versions={<AgentVersions agent={agent} editor={editor} canEdit={canEdit} />}
        test={canCall ? <AgentTest agent={agent} editor={editor} /> : null}
      />
    </Page>
  )
}

function About({ agent }: { agent: AgentFieldsFragment }) {
  const t = useMessages('agents')
  const word = useWords()
  const format = useFormat()
  return (
    <Group gap="xs" pt={4}>
      <AgentStatus agent={agent} />
      <Badge variant="outline" color="gray">
        {word('engine', agent.voiceEngine)}
      </Badge>
      {agent.publishedAt && <span title={format.exact(agent.publishedAt)}>{t('publishedAgo', { ago: format.ago(agent.publishedAt) })}</span>}
      <CopyableId id={agent.id} name={t('agentId')} />
    </Group>
  )
}

/** Keeps the editor mounted, so that unsaved input survives a change of tab. */
function AgentTabs({ editor, versions, test }: { editor: ReactNode; versions: ReactNode; test: ReactNode }) {
  const t = useMessages('agents')
  const { tab } = useSearch({ from: '/signed-in/agents/$id' })
  const chosen = tab === 'versions' || (tab === 'test' && test) ? tab : 'editor'
  const list = useTabInView(chosen)
  const { id } = useParams({ from: '/signed-in/agents/$id' })
  const navigate = useNavigate()
  const open = (next: string | null) =>
    void navigate({ to: '/agents/$id', params: { id }, search: { tab: next === 'editor' ? undefined : (next ?? undefined) } })
  return (
    <Tabs value={chosen} onChange={open}>
      <Tabs.List mb="md" aria-label={t('tabs')} ref={list}>
        <Tabs.Tab value="editor">{t('editor')}</Tabs.Tab>
        <Tabs.Tab value="versions">{t('versions')}</Tabs.Tab>
        {test && <Tabs.Tab value="test">{t('test')}</Tabs.Tab>}
      </Tabs.List>
      <Tabs.Panel value="editor">{editor}</Tabs.Panel>
      <Tabs.Panel value="versions">{chosen === 'versions' && versions}</Tabs.Panel>
      {test && <Tabs.Panel value="test">{chosen === 'test' && test}</Tabs.Panel>}
    </Tabs>
  )
}
