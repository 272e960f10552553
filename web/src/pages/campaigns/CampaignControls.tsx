import { ActionIcon, Button, type ButtonProps, Menu } from '@mantine/core'
import { useNavigate } from '../../router/index.ts'
import { EllipsisVertical, Pause } from 'lucide-react'
import { useMessages } from '../../messages.ts'
import { useConfirm } from '../../parts/Confirm.tsx'
import { useAction } from '../../parts/useAction.ts'
import { useCan } from '../../parts/viewer.tsx'
import { CopyCampaignDocument, DeleteCampaignDocument, PauseCampaignDocument } from './CampaignControls.gql.ts'
import { isEditable } from './settings/campaignSteps.ts'

interface Campaign {
  id: string
  name: string
  status: string
}

/** Pauses a running campaign. */
export function PauseButton({ campaign, ...props }: { campaign: Campaign } & ButtonProps) {
  const t = useMessages('campaigns')
  const [pause, isPausing] = usePause(campaign)
  return (
    <Button variant="default" leftSection={<Pause size={16} aria-hidden />} loading={isPausing} onClick={() => void pause()} {...props}>
      {t('pause')}
    </Button>
  )
}

function usePause({ id }: Campaign) {
  const t = useMessages('campaigns')
  const [run, isPausing] = useAction(PauseCampaignDocument)
  return [() => run({ id }, { success: t('pausedDone') }), isPausing] as const
}

/** Confirms and deletes a campaign with its pending leads. Returns whether it was deleted. */
function useDelete({ id, name }: Campaign) {
  const t = useMessages('campaigns')
  const confirm = useConfirm()
  const [run] = useAction(DeleteCampaignDocument)
  return async () => {
    const isSure = await confirm({ title: t('deleteTitle', { name }), body: t('deleteBody'), action: t('delete'), danger: true })
    return isSure && (await run({ id }, { success: t('deleted', { name }) })) !== null
  }
}

/** The maximum length of a name. */
const MAX_NAME_LENGTH = 200

/** Copies a campaign without its leads, and opens the draft. */
function useCopy({ id, name }: Campaign) {
  const t = useMessages('campaigns')
  const navigate = useNavigate()
  const [run] = useAction(CopyCampaignDocument)
  return async () => {
    const extra = t('copyName', { name: '' }).length
    const done = await run(
      {
        id,
        name: t('copyName', {
          name: Array.from(name)
            .slice(0, MAX_NAME_LENGTH - extra)
            .join(''),
        }),
      },
      { success: t('copied') },
    )
    if (done) await navigate({ to: '/campaigns/$id', params: { id: done.copyCampaign.id } })
  }
}

/** Further actions on a campaign, in the list and on its page. */
export function CampaignMenu({ campaign, onDeleted }: { campaign: Campaign; onDeleted?: () => void }) {
  const t = useMessages('campaigns')
  const navigate = useNavigate()
  const [pause] = usePause(campaign)
  const remove = useDelete(campaign)
  const copy = useCopy(campaign)
  const canWrite = useCan('campaigns:write')
  const canStart = useCan('campaigns:start')
  const isRunning = campaign.status === 'running'
  if (!canWrite && !(canStart && isRunning)) return null
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={t('actionsFor', { name: campaign.name })}>
          <EllipsisVertical size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {canStart && isRunning && <Menu.Item onClick={() => void pause()}>{t('pause')}</Menu.Item>}
        {canWrite && isEditable(campaign.status) && (
          <Menu.Item onClick={() => void navigate({ to: '/campaigns/new', search: { id: campaign.id, step: 'review' } })}>{t('checkAndStart')}</Menu.Item>
        )}
        {canWrite && <Menu.Item onClick={() => void copy()}>{t('copy')}</Menu.Item>}
        {canWrite && (
          <Menu.Item color="bad" disabled={isRunning} onClick={() => void remove().then((isDone) => isDone && onDeleted?.())}>
            {isRunning ? t('deleteWhenPaused') : t('delete')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
