import { Alert, Button, Group, Stack, Text, Title } from '@mantine/core'
import { useMessages } from '../../../messages.ts'
import { Status } from '../../../parts/Status.tsx'
import { useCan } from '../../../parts/viewer.tsx'
import { LeadImportCounts } from './LeadImportCounts.tsx'
import { LeadImportErrors } from './LeadImportErrors.tsx'
import type { LeadImportCountsFragment } from './LeadUpload.gql.ts'
import { RevertImport } from './RevertImport.tsx'

interface LeadImportResultProps {
  leadImport: LeadImportCountsFragment
  onAnother?: () => void
  onDone?: () => void
}

/** Result of an import: counts, failed rows with reasons, and revert. */
export function LeadImportResult({ leadImport, onAnother, onDone }: LeadImportResultProps) {
  const t = useMessages('leads')
  const canWrite = useCan('leads:write')
  return (
    <Stack gap="md">
      <Group gap="sm">
        <Title order={2} size="h4" style={{ overflowWrap: 'anywhere' }}>
          {leadImport.fileName ?? t('byRequest')}
        </Title>
        <Status kind="import" value={leadImport.status} />
      </Group>
      {leadImport.error && (
        <Alert role="alert" color="bad" title={t('importFailed')}>
          {leadImport.error}
        </Alert>
      )}
      <LeadImportCounts leadImport={leadImport} />
      {leadImport.failed > 0 && <LeadImportErrors leadImport={leadImport} />}
      {leadImport.failed === 0 && leadImport.status === 'completed' && <Text size="sm">{t('noneFailed')}</Text>}
      <Group gap="sm">
        {onDone && <Button onClick={onDone}>{t('done')}</Button>}
        {onAnother && canWrite && (
          <Button variant="default" onClick={onAnother}>
            {t('anotherFile')}
          </Button>
        )}
        <RevertImport leadImport={leadImport} />
      </Group>
    </Stack>
  )
}
