import { Text } from '@mantine/core'
import { useQuery, useSubscription } from 'urql'
import { useMessages } from '../../../messages.ts'
import { QueryResult } from '../../../parts/page/States.tsx'
import { useCan } from '../../../parts/viewer.tsx'
import { LeadImportProgress } from './LeadImportProgress.tsx'
import { LeadImportResult } from './LeadImportResult.tsx'
import { LeadImportOptions } from './LeadImportOptions.tsx'
import { LeadImportProgressDocument, LeadImportDocument } from './LeadUpload.gql.ts'

interface LeadImportStepsProps {
  importId: string
  onAnother: () => void
  onDone?: () => void
}

/** Steps of an uploaded file: options, progress, and result. The step comes from the server, so a reload loses nothing. */
export function LeadImportSteps({ importId, onAnother, onDone }: LeadImportStepsProps) {
  const t = useMessages('leads')
  const canWrite = useCan('leads:write')
  const result = useQuery({ query: LeadImportDocument, variables: { id: importId } })
  const status = result[0].data?.leadImport.status
  useSubscription({ query: LeadImportProgressDocument, variables: { id: importId }, pause: status !== 'running' })
  return (
    <QueryResult result={result}>
      {({ leadImport }) => {
        const isTried = leadImport.isDryRun && leadImport.status === 'completed'
        if (leadImport.status === 'running') return <LeadImportProgress leadImport={leadImport} />
        if (leadImport.status === 'uploaded' || isTried)
          return canWrite ? <LeadImportOptions leadImport={leadImport} onAnother={onAnother} /> : <Text>{t('notImportedYet')}</Text>
        return <LeadImportResult leadImport={leadImport} onAnother={onAnother} onDone={onDone} />
      }}
    </QueryResult>
  )
}
