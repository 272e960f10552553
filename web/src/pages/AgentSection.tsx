import { Group, Paper, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'

interface SectionProps {
  title: string
  /** A line under the heading. */
  about?: ReactNode
  /** At the right of the heading. */
  actions?: ReactNode
  children: ReactNode
}

/** A part of a page, framed, under a heading of its own. */
export function Section({ title, about, actions, children }: SectionProps) {
  return (
    <Paper withBorder p="md">
      <Stack gap="sm">
        <Group justify="space-between" gap="xs">
          <Title order={2} size="h4">
            {title}
          </Title>
          {actions}
        </Group>
        {about && (
          <Text component="div" size="sm" c="dimmed">
            {about}
          </Text>
        )}
        {children}
      </Stack>
    </Paper>
  )
}
