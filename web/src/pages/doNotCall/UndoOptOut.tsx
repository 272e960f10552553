import { Button } from '@mantine/core'
import { useMessages } from '../../messages.ts'
import { useConfirm } from '../../parts/Confirm.tsx'
import { useAction } from '../../parts/useAction.ts'
import { type OptOutFieldsFragment, UndoOptOutDocument } from './OptOuts.gql.ts'

/** Button that undoes an opt-out after a confirmation. */
export function UndoOptOut({ optOut: { id, phoneNumber } }: { optOut: OptOutFieldsFragment }) {
  const t = useMessages('dnc')
  const confirm = useConfirm()
  const [undo, isRunning] = useAction(UndoOptOutDocument)
  const ask = async () => {
    const isSure = await confirm({ title: t('undoTitle', { number: phoneNumber }), body: t('undoBody'), action: t('undoAction'), danger: true })
    if (isSure) await undo({ id }, { success: t('undone') })
  }
  return (
    <Button size="compact-xs" variant="default" onClick={() => void ask()} loading={isRunning} aria-label={t('undoNumber', { number: phoneNumber })}>
      {t('undo')}
    </Button>
  )
}
