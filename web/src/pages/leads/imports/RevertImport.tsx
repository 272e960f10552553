import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMessages } from '../../../messages.ts'
import { useConfirm } from '../../../parts/Confirm.tsx'
import { useAction } from '../../../parts/useAction.ts'
import { useCan } from '../../../parts/viewer.tsx'
import { type LeadImportCountsFragment, RevertLeadImportDocument } from './LeadUpload.gql.ts'

/** Reverts an import after confirmation and reports the result. Renders nothing if the import can't be reverted. */
export function RevertImport({ leadImport }: { leadImport: LeadImportCountsFragment }) {
  const t = useMessages('leads')
  const confirm = useConfirm()
  const canWrite = useCan('leads:write')
  const [revert, isRunning] = useAction(RevertLeadImportDocument)
  const { id, status, isDryRun, created, updated } = leadImport
  const ask = async () => {
    const isSure = await confirm({ title: t('undoTitle'), body: t('undoBody', { created, updated }), action: t('undo'), danger: true })
    const result = isSure ? await revert({ id }) : null
    if (!result) return
    const { deleted, restored, kept } = result.revertLeadImport
    notifications.show({ color: 'good', message: t('undone', { deleted, restored, stayed: kept }), autoClose: 10_000 })
  }
  const isUndoable = (status === 'completed' || status === 'failed') && !isDryRun && created + updated > 0
  if (!canWrite || !isUndoable) return null
  return (
    <Button variant="default" loading={isRunning} onClick={() => void ask()}>
      {t('undo')}
    </Button>
  )
}
