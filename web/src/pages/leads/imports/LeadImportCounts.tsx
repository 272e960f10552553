import { Group, Stack, Text } from '@mantine/core'
import { useFormat } from '../../../format.ts'
import { useMessages } from '../../../messages.ts'
import type { LeadImportCountsFragment } from './LeadUpload.gql.ts'

/** Counts of an import: rows, created, updated, and failed. For a dry run, the expected counts. */
export function LeadImportCounts({ leadImport }: { leadImport: LeadImportCountsFragment }) {
  const t = useMessages('leads')
  const format = useFormat()
  const { isDryRun, total, created, updated, failed } = leadImport
  const counts = [
    { label: t('rows'), count: total },
    { label: t(isDryRun ? 'wouldCreate' : 'created'), count: created, color: created > 0 ? 'good' : undefined },
    { label: t(isDryRun ? 'wouldUpdate' : 'updated'), count: updated },
    { label: t(isDryRun ? 'wouldFail' : 'failed'), count: failed, color: failed > 0 ? 'bad' : undefined },
  ]
  return (
    <div role="status">
      <Group component="dl" gap="xl" m={0}>
        {counts.map(({ label, count, color }) => (
          <Stack key={label} gap={0} style={{ flexDirection: 'column-reverse' }}>
            <Text component="dt" size="sm" c="dimmed">
              {label}
            </Text>
            <Text component="dd" m={0} fz="h2" fw={600} style={{ color: color && `var(--mantine-color-${color}-text)` }}>
              {format.number(count)}
            </Text>
          </Stack>
        ))}
      </Group>
    </div>
  )
}
