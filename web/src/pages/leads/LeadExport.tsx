import type { ReportFormat } from '../../../../src/inputs/reports.ts'
import { useMessages } from '../../messages.ts'
import { ExportMenu } from '../../parts/tables/ExportMenu.tsx'
import { useAction } from '../../parts/useAction.ts'
import { ExportLeadsDocument, type ExportLeadsMutationVariables } from './Leads.gql.ts'

/** Menu that exports the leads of the list, with its columns and the answers of the latest calls. */
export function LeadExport({ variables }: { variables: ExportLeadsMutationVariables }) {
  const t = useMessages('leads')
  const [start, isRunning] = useAction(ExportLeadsDocument)
  const request = async (format: ReportFormat) => (await start({ ...variables, format }))?.exportLeads.id
  return <ExportMenu name={t('leads')} request={request} isRunning={isRunning} isOpening />
}
