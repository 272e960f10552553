import { Group, Stack, Text } from '@mantine/core'

export interface TallyRow {
  name: string
  value: string
}

/** Reasons or statuses, each with how many leads it concerns or how long they wait. */
export function CampaignTally({ rows }: { rows: readonly TallyRow[] }) {
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
