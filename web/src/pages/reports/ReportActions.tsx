import { ActionIcon, Group, Tooltip } from '@mantine/core'
import { Download, Trash2, X } from 'lucide-react'
import { useClient } from 'urql'
import { useMessages } from '../../messages.ts'
import { useConfirm } from '../../parts/Confirm.tsx'
import { useAction, useTellFailure } from '../../parts/useAction.ts'
import { DeleteReportDocument, ReportLinkDocument, type ReportRowFragment } from './Reports.gql.ts'

/** What can be done with a report: fetch its file, stop it, delete it. */
export function ReportActions({ report: { id, status } }: { report: ReportRowFragment }) {
  const t = useMessages('reports')
  const isUnderWay = status === 'queued' || status === 'running'
  const fetchFile = useFile(id)
  const remove = useRemoval(id, isUnderWay)
  const Icon = isUnderWay ? X : Trash2
  return (
    <Group gap={4} wrap="nowrap">
      {status === 'done' && (
        <Tooltip label={t('download')}>
          <ActionIcon variant="light" onClick={() => void fetchFile()} aria-label={t('downloadOf', { id })}>
            <Download size={16} aria-hidden />
          </ActionIcon>
        </Tooltip>
      )}
      <Tooltip label={t(isUnderWay ? 'cancel' : 'delete')}>
        <ActionIcon variant="subtle" color="gray" onClick={() => void remove()} aria-label={t(isUnderWay ? 'cancelOf' : 'deleteOf', { id })}>
          <Icon size={16} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </Group>
  )
}

/** Each address of a file is of the moment: a fresh one is asked for, then opened. */
function useFile(id: string) {
  const t = useMessages('reports')
  const tellFailure = useTellFailure()
  const client = useClient()
  return async () => {
    const { data, error } = await client.query(ReportLinkDocument, { id }, { requestPolicy: 'network-only' })
    if (data?.report.downloadUrl) return location.assign(data.report.downloadUrl)
    tellFailure(error ?? new Error(t('gone')))
  }
}

function useRemoval(id: string, isUnderWay: boolean) {
  const t = useMessages('reports')
  const confirm = useConfirm()
  const [remove] = useAction(DeleteReportDocument)
  return async () => {
    const title = t(isUnderWay ? 'cancelTitle' : 'deleteTitle')
    const isSure = await confirm({ title, body: t(isUnderWay ? 'cancelBody' : 'deleteBody'), action: t(isUnderWay ? 'cancel' : 'delete'), danger: true })
    if (isSure) await remove({ id }, { done: t(isUnderWay ? 'canceled' : 'deleted') })
  }
}
