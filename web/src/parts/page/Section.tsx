import { Card, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { TitleRow } from './TitleRow.tsx'

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
        <TitleRow actions={actions}>
          <Title order={2} size="h4">
            {title}
          </Title>
          {about && (
            <Text component="div" size="sm" c="dimmed" maw={680}>
              {about}
            </Text>
          )}
        </TitleRow>
        {children}
      </Stack>
    </Card>
  )
}
