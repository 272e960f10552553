import { ActionIcon, Button, Menu } from '@mantine/core'
import { Link, useNavigate } from '../../router/index.ts'
import { Archive, ArchiveRestore, Copy, EllipsisVertical, Phone, Rocket } from 'lucide-react'
import { useMessages } from '../../messages.ts'
import { useConfirm } from '../../parts/Confirm.tsx'
import { useAction } from '../../parts/useAction.ts'
import { CopyAgentDocument, type AgentFieldsFragment, ArchiveAgentDocument, UpdateAgentDocument } from './Agent.gql.ts'
import type { AgentForm } from './editor/useAgentForm.ts'

interface AgentActionsProps {
  agent: AgentFieldsFragment
  editor: AgentForm
  canEdit: boolean
}

/** Actions on the whole agent. */
export function AgentActions({ agent, editor, canEdit }: AgentActionsProps) {
  const t = useMessages('agents')
  return (
    <>
      {canEdit && agent.isActive && <Publish agent={agent} editor={editor} />}
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="default" size="lg" aria-label={t('more')}>
            <EllipsisVertical size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<Phone size={14} aria-hidden />} renderRoot={(props) => <Link to="/calls" search={{ agent: agent.id }} {...props} />}>
            {t('itsCalls')}
          </Menu.Item>
          {canEdit && <Changes agent={agent} />}
        </Menu.Dropdown>
      </Menu>
    </>
  )
}

function Publish({ agent, editor }: Omit<AgentActionsProps, 'canEdit'>) {
  const t = useMessages('agents')
  const navigate = useNavigate()
  const { isDirty, isPublishing, isSaving, publish } = editor
  const isCurrent = agent.isPublished && !agent.hasUnpublishedChanges && !isDirty
  const send = async () => {
    if (!(await publish())) await navigate({ to: '/agents/$id', params: { id: agent.id }, search: {} })
  }
  return (
    <Button
      leftSection={<Rocket size={16} aria-hidden />}
      disabled={isCurrent}
      title={isCurrent ? t('nothingToPublish') : undefined}
      loading={isPublishing || isSaving}
      onClick={() => void send()}
    >
      {t(isDirty ? 'saveAndPublish' : 'publish')}
    </Button>
  )
}

function Changes({ agent }: { agent: AgentFieldsFragment }) {
  const t = useMessages('agents')
  const confirm = useConfirm()
  const navigate = useNavigate()
  const [copy] = useAction(CopyAgentDocument)
  const [retire] = useAction(ArchiveAgentDocument)
  const [update] = useAction(UpdateAgentDocument)
  const duplicate = async () => {
    const done = await copy({ input: copyOf(agent, t('copyName', { name: agent.name }).slice(0, 200)) }, { success: t('copied') })
    if (done) await navigate({ to: '/agents/$id', params: { id: done.createAgent.id } })
  }
  const askRetire = async () => {
    const isSure = await confirm({ title: t('archiveTitle', { name: agent.name }), body: t('archiveAbout'), action: t('archive'), danger: true })
    if (isSure) await retire({ id: agent.id }, { success: t('archivedDone') })
  }
  return (
    <>
      <Menu.Item leftSection={<Copy size={14} aria-hidden />} onClick={() => void duplicate()}>
        {t('duplicate')}
      </Menu.Item>
      {agent.isActive ? (
        <Menu.Item leftSection={<Archive size={14} aria-hidden />} onClick={() => void askRetire()}>
          {t('archiveAction')}
        </Menu.Item>
      ) : (
        <Menu.Item
          leftSection={<ArchiveRestore size={14} aria-hidden />}
          onClick={() => void update({ id: agent.id, input: { isActive: true } }, { success: t('reactivated') })}
        >
          {t('reactivate')}
        </Menu.Item>
      )}
    </>
  )
}

const copyOf = (agent: AgentFieldsFragment, name: string) => ({
  name,
  lang: agent.lang,
  voiceEngine: agent.voiceEngine,
  voiceId: agent.voiceId,
  model: agent.model,
  systemPrompt: agent.systemPrompt,
  firstMessage: agent.firstMessage,
  voicemailMessage: agent.voicemailMessage,
  generalTools: agent.generalTools,
  postCallAnalysisData: agent.postCallAnalysisData,
  defaultVariables: agent.defaultVariables,
  knowledgeBaseIds: agent.knowledgeBaseIds,
  recordingEnabled: agent.recordingEnabled,
  maxDurationSeconds: agent.maxDurationSeconds,
  ringTimeoutSeconds: agent.ringTimeoutSeconds,
})
