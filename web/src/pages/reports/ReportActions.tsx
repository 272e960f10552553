import { ActionIcon, Group, Tooltip } from '@mantine/core'
import { Download, Trash2, X } from 'lucide-react'
import { useClient } from 'urql'
import { useMessages } from '../../messages.ts'
import { useConfirm } from '../../parts/Confirm.tsx'
import { useAction, useErrorToast } from '../../parts/useAction.ts'
import { DeleteReportDocument, ReportLinkDocument, type ReportRowFragment } from './Reports.gql.ts'

/** Actions of an export: download, cancel, and delete. */
export function ReportActions({ report: { id, status } }: { report: ReportRowFragment }) {
  const t = useMessages('reports')
  const isUnderWay = status === 'queued' || status === 'running'
  const fetchFile = useDownload(id)
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

/** Requests a download URL and opens it. URLs are short-lived, so each download needs a new one. */
function useDownload(id: string) {
  const t = useMessages('reports')
  const showError = useErrorToast()
  const client = useClient()
  return async () => {
    const { data, error } = await client.query(ReportLinkDocument, { id }, { requestPolicy: 'network-only' })
    if (data?.report.downloadUrl) return location.assign(data.report.downloadUrl)
    showError(error ?? new Error(t('fileDeleted')))
  }
}

function useRemoval(id: string, isUnderWay: boolean) {
  const t = useMessages('reports')
  const confirm = useConfirm()
  const [remove] = useAction(DeleteReportDocument)
  return async () => {
    const title = t(isUnderWay ? 'cancelTitle' : 'deleteTitle')
    const isSure = await confirm({ title, body: t(isUnderWay ? 'cancelBody' : 'deleteBody'), action: t(isUnderWay ? 'cancel' : 'delete'), danger: true })
    if (isSure) await remove({ id }, { success: t(isUnderWay ? 'canceled' : 'deleted') })
  }
}
