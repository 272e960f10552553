import type { ReportFormat } from '../../../../src/inputs/reports.ts'
import { useMessages } from '../../messages.ts'
import { ExportMenu } from '../../parts/tables/ExportMenu.tsx'
import { useAction } from '../../parts/useAction.ts'
import { ExportCallsDocument, type ExportCallsMutationVariables } from './Calls.gql.ts'

/** Menu that exports the calls of the list, with its columns and the summary. */
export function CallExport({ variables }: { variables: ExportCallsMutationVariables }) {
  const t = useMessages('calls')
  const [start, isRunning] = useAction(ExportCallsDocument)
  const request = async (format: ReportFormat) => (await start({ ...variables, format }))?.exportCalls.id
  return <ExportMenu name={t('title')} request={request} isRunning={isRunning} isOpening />
}
