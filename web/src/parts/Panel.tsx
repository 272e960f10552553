import { Group, Paper, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'

interface PanelProps {
  title: string
  /** At the right of the title: a link to more, or what is shown can be chosen with. */
  aside?: ReactNode
  children: ReactNode
}

/** A framed part of a page under a heading of its own. */
export function Panel({ title, aside, children }: PanelProps) {
  const id = useId()
  return (
    <Paper withBorder p="md" role="group" aria-labelledby={id} miw={0} h="100%">
      <Group justify="space-between" gap="xs" mb="sm">
        <Title order={2} size="h5" id={id}>
          {title}
        </Title>
        {aside}
      </Group>
      {children}
    </Paper>
  )
}
