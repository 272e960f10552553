import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useFormat } from '../../format.ts'
import { useMessages, useWords } from '../../messages.ts'
import { useConfirm } from '../../parts/Confirm.tsx'
import { BlockNumbers } from '../../parts/tables/BlockNumbers.tsx'
import type { Selection } from '../../parts/tables/selection.ts'
import { SelectionBar } from '../../parts/tables/SelectionBar.tsx'
import { useAction } from '../../parts/useAction.ts'
import { useCan } from '../../parts/viewer.tsx'
import { DeleteLeadsDocument, type DeleteLeadsMutation, type LeadsQuery, RequeueSelectedLeadsDocument } from './Leads.gql.ts'

type Result = DeleteLeadsMutation['deleteLeads']

/** What can be done with the selected leads: call them again, block their numbers, or delete them. */
export function LeadSelection({ campaignId, selection }: { campaignId: string; selection: Selection<LeadsQuery['leads']['nodes'][number]> }) {
  const t = useMessages('selection')
  const format = useFormat()
  const confirm = useConfirm()
  const canRequeue = useCan('campaigns:start')
  const canDelete = useCan('leads:write')
  const showResult = useResultToast()
  const [requeueLeads, isRequeueing] = useAction(RequeueSelectedLeadsDocument)
  const [deleteLeads, isDeleting] = useAction(DeleteLeadsDocument)
  const ids = selection.rows.map(({ id }) => id)
  const counts = { count: ids.length, shown: format.number(ids.length) }
  const finish = (key: 'requeued' | 'deleted', result: Result) => {
    showResult(t(key, { count: result.processed, shown: format.number(result.processed) }), result)
    selection.clear()
  }
  const requeue = async () => {
    if (!(await confirm({ title: t('requeueTitle', counts), body: t('requeueBody'), action: t('requeueAction', counts) }))) return
    const done = await requeueLeads({ campaignId, ids })
    if (done) finish('requeued', done.requeueSelectedLeads)
  }
  const remove = async () => {
    if (!(await confirm({ title: t('deleteTitle', counts), body: t('deleteBody'), action: t('deleteAction', counts), danger: true }))) return
    const done = await deleteLeads({ campaignId, ids })
    if (done) finish('deleted', done.deleteLeads)
  }
  return (
    <SelectionBar selection={selection}>
      {canRequeue && (
        <Button size="xs" variant="default" loading={isRequeueing} onClick={() => void requeue()}>
          {t('requeue')}
        </Button>
      )}
      <BlockNumbers numbers={selection.rows.map(({ phoneNumber }) => phoneNumber)} onDone={selection.clear} />
      {canDelete && (
        <Button size="xs" variant="outline" color="bad" loading={isDeleting} onClick={() => void remove()}>
          {t('delete')}
        </Button>
      )}
    </SelectionBar>
  )
}

/** Says how many leads were changed, and how many were not and why. */
function useResultToast() {
  const t = useMessages('selection')
  const common = useMessages('common')
  const word = useWords()
  return (text: string, { processed, refused }: Result) => {
    const reasons = refused.map(({ status, count }) => t('refusedReason', { reason: status ? word('lead', status) : t('missing'), count }))
    const message = reasons.length > 0 ? `${text} ${t('refused', { reasons: reasons.join(', ') })}` : text
    notifications.show({
      color: processed === 0 ? 'warn' : 'good',
      message,
      ...(reasons.length > 0 && { autoClose: 10_000 }),
      closeButtonProps: { 'aria-label': common('close') },
    })
  }
}
