import { Group, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'

/** A section of the call details. */
export function CallSection({ title, actions, children }: { title: string; actions?: ReactNode; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <Group justify="space-between" mb="xs" mih={30}>
        <Title order={3} size="h5" id={id}>
          {title}
        </Title>
        {actions}
      </Group>
      {children}
    </section>
  )
}
