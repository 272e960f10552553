import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMessages } from '../../messages.ts'
import { useConfirm } from '../../parts/Confirm.tsx'
import { useAction } from '../../parts/useAction.ts'
import { useCan } from '../../parts/viewer.tsx'
import { type CountsFragment, UndoLeadImportDocument } from './LeadUpload.gql.ts'

/** Takes an import back once somebody is sure, and tells what that came to. Nothing where there is nothing to take back. */
export function UndoImport({ leadImport }: { leadImport: CountsFragment }) {
  const t = useMessages('leads')
  const confirm = useConfirm()
  const canWrite = useCan('leads:write')
  const [undo, isRunning] = useAction(UndoLeadImportDocument)
  const { id, status, isDryRun, created, updated } = leadImport
  const ask = async () => {
    const isSure = await confirm({ title: t('undoTitle'), body: t('undoBody', { created, updated }), action: t('undo'), danger: true })
    const done = isSure ? await undo({ id }) : null
    if (!done) return
    const { deleted, restored, kept: stayed } = done.revertLeadImport
    notifications.show({ color: 'teal', message: t('undone', { deleted, restored, stayed }), autoClose: 10_000 })
  }
  const isUndoable = (status === 'completed' || status === 'failed') && !isDryRun && created + updated > 0
  if (!canWrite || !isUndoable) return null
  return (
    <Button variant="default" loading={isRunning} onClick={() => void ask()}>
      {t('undo')}
    </Button>
  )
}
