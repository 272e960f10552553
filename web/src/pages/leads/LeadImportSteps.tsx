import { Text } from '@mantine/core'
import { useQuery, useSubscription } from 'urql'
import { useMessages } from '../../messages.ts'
import { Loaded } from '../../parts/States.tsx'
import { useCan } from '../../parts/viewer.tsx'
import { LeadImportProgress } from './LeadImportProgress.tsx'
import { LeadImportResult } from './LeadImportResult.tsx'
import { LeadReading } from './LeadReading.tsx'
import { LeadImportGoesOnDocument, LeadImportNowDocument } from './LeadUpload.gql.ts'

interface LeadImportStepsProps {
  importId: string
  onAnother: () => void
  onDone?: () => void
}

/** An uploaded file on its way to leads: how it is read, how far it is, what came of it. Where it is the server knows, so that a reload loses nothing. */
export function LeadImportSteps({ importId, onAnother, onDone }: LeadImportStepsProps) {
  const t = useMessages('leads')
  const canWrite = useCan('leads:write')
  const result = useQuery({ query: LeadImportNowDocument, variables: { id: importId } })
  const status = result[0].data?.leadImport.status
  useSubscription({ query: LeadImportGoesOnDocument, variables: { id: importId }, pause: status !== 'running' })
  return (
    <Loaded result={result}>
      {({ leadImport }) => {
        const isTried = leadImport.isDryRun && leadImport.status === 'completed'
        if (leadImport.status === 'running') return <LeadImportProgress leadImport={leadImport} />
        if (leadImport.status === 'uploaded' || isTried)
          return canWrite ? <LeadReading leadImport={leadImport} onAnother={onAnother} /> : <Text>{t('notImportedYet')}</Text>
        return <LeadImportResult leadImport={leadImport} onAnother={onAnother} onDone={onDone} />
      }}
    </Loaded>
  )
}
