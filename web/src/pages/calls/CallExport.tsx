import type { ReportFormat } from '../../../../src/inputs/reports.ts'
import { useMessages } from '../../messages.ts'
import { ExportMenu } from '../../parts/tables/ExportMenu.tsx'
import { useExportWords } from '../../parts/tables/exportWords.ts'
import { useAction } from '../../parts/useAction.ts'
import { ExportCallsDocument, type ExportCallsMutationVariables } from './CallExport.gql.ts'

/** Menu that exports the calls of the list, with its columns and the summary. */
export function CallExport({ variables }: { variables: ExportCallsMutationVariables }) {
  const t = useMessages('calls')
  const [start, isRunning] = useAction(ExportCallsDocument)
  const withWords = useExportWords('call')
  const columns = withWords(variables.columns)
  const request = async (format: ReportFormat) => (await start({ ...variables, columns, format }))?.exportCalls.id
  return <ExportMenu name={t('title')} request={request} isRunning={isRunning} isOpening />
}
