import { Progress, Stack, Text } from '@mantine/core'
import { useFormat } from '../../../format.ts'
import { useMessages } from '../../../messages.ts'
import type { LeadImportCountsFragment } from './LeadUpload.gql.ts'

/** Progress of a running import. */
export function LeadImportProgress({ leadImport: { fileName, isDryRun, processed: done, total } }: { leadImport: LeadImportCountsFragment }) {
  const t = useMessages('leads')
  const format = useFormat()
  return (
    <Stack gap="xs">
      <Text fw={600} role="status">
        {t(isDryRun ? 'validating' : 'importing', { file: fileName ?? '', done: format.number(done), total: format.number(total) })}
      </Text>
      <Progress value={(100 * done) / Math.max(total, 1)} size="lg" animated aria-label={t('importProgress')} />
      <Text size="sm" c="dimmed">
        {t('importingAbout')}
      </Text>
    </Stack>
  )
}
