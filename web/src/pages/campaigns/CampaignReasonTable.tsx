import { Group, Stack, Text } from '@mantine/core'

export interface ReasonRow {
  name: string
  value: string
}

/** Reasons or statuses, each with a number of leads or a waiting time. */
export function CampaignReasonTable({ rows }: { rows: readonly ReasonRow[] }) {
  return (
    <Stack component="dl" gap={4} m={0}>
      {rows.map(({ name, value }) => (
        <Group key={name} justify="space-between" gap="md" wrap="nowrap">
          <Text component="dt" size="sm">
            {name}
          </Text>
          <Text component="dd" size="sm" fw={600} m={0} style={{ whiteSpace: 'nowrap' }}>
            {value}
          </Text>
        </Group>
      ))}
    </Stack>
  )
}
