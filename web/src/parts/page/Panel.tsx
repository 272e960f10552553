import { Group, Paper, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'

interface PanelProps {
  title: string
  /** Content to the right of the title: a link, or a control of what is shown. */
  aside?: ReactNode
  children: ReactNode
}

/** Framed part of a page with a heading. */
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
