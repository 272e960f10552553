import { Alert, Button, Group, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { useFormat } from '../../../format.ts'
import { useMessages } from '../../../messages.ts'
import { ErrorAlert, SkeletonLines } from '../../../parts/page/States.tsx'
import { useAction } from '../../../parts/useAction.ts'
import { LeadImportCounts } from './LeadImportCounts.tsx'
import { LeadImportErrors } from './LeadImportErrors.tsx'
import { LeadMapping } from './LeadMapping.tsx'
import { LeadPreviewTable } from './LeadPreviewTable.tsx'
import { LeadVariables } from './LeadVariables.tsx'
import { type LeadImportQuery, RunLeadImportDocument } from './LeadUpload.gql.ts'
import { type ParseOptions, useLeadPreview } from './useLeadPreview.ts'

/** Options for reading an uploaded file, with a preview; then a dry run or the import. */
export function LeadImportOptions({ leadImport, onAnother }: { leadImport: LeadImportQuery['leadImport']; onAnother: () => void }) {
  const t = useMessages('leads')
  const format = useFormat()
  const [reading, read] = useState<ParseOptions>(() => readOptions(leadImport.options))
  const { preview, error, isStale, retry } = useLeadPreview(leadImport.id, reading)
  const [run, isRunning] = useAction(RunLeadImportDocument)
  const mapping = reading.mapping ?? preview?.mapping ?? {}
  const isReady = Boolean(mapping.phone_number) && !isStale
  const begin = (dryRun: boolean) => void run({ id: leadImport.id, input: { ...reading, mapping, dryRun } })
  if (!preview) return error ? <ErrorAlert error={error} onRetry={retry} /> : <SkeletonLines />
  return (
    <Stack gap="lg">
      <div>
        <Title order={2} size="h4" style={{ overflowWrap: 'anywhere' }}>
          {leadImport.fileName}
        </Title>
        <Text size="sm" c="dimmed">
          {t('fileHolds', { rows: leadImport.total, columns: preview.columns.length })}
        </Text>
      </div>
      <LeadMapping columns={preview.columns} reading={{ ...reading, mapping }} onChange={read} />
      <LeadVariables campaignId={leadImport.campaignId} columns={preview.columns} mapping={mapping} />
      {error && <ErrorAlert error={error} onRetry={retry} />}
      <LeadPreviewTable preview={preview} leadImport={leadImport} isStale={isStale} />
      {leadImport.isDryRun && (
        <Alert role="status" color="gray" title={t('validated')}>
          <Stack>
            <LeadImportCounts leadImport={leadImport} />
            {leadImport.failed > 0 && <LeadImportErrors leadImport={leadImport} />}
          </Stack>
        </Alert>
      )}
      <Group gap="sm">
        <Button disabled={!isReady} loading={isRunning} onClick={() => begin(false)}>
          {t('importRows', { count: leadImport.total, shown: format.number(leadImport.total) })}
        </Button>
        <Button variant="default" disabled={!isReady} loading={isRunning} onClick={() => begin(true)}>
          {t('try')}
        </Button>
        <Button variant="subtle" onClick={onAnother}>
          {t('anotherFile')}
        </Button>
      </Group>
      {!mapping.phone_number && <Text size="sm">{t('needsPhone')}</Text>}
    </Stack>
  )
}

/** Returns the options of an earlier dry run, if any. */
function readOptions(options: unknown): ParseOptions {
  const { mapping = null, defaultCountry = null, onExisting = 'skip' } = (options ?? {}) as Partial<ParseOptions>
  return { mapping, defaultCountry, onExisting }
}
