import { Card, Group, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'

interface SectionProps {
  title: string
  /** Description below the title. */
  about?: ReactNode
  /** Content to the right of the title. */
  actions?: ReactNode
  children: ReactNode
}

/** Framed section of a page with a heading. */
export function Section({ title, about, actions, children }: SectionProps) {
  return (
    <Card withBorder padding="lg" role="group" aria-label={title}>
      <Stack gap="md">
        <Group justify="space-between" align="flex-start" gap="sm">
          <div style={{ minWidth: 0 }}>
            <Title order={2} size="h4">
              {title}
            </Title>
            {about && (
              <Text component="div" size="sm" c="dimmed" maw={680}>
                {about}
              </Text>
            )}
          </div>
          {actions}
        </Group>
        {children}
      </Stack>
    </Card>
  )
}
