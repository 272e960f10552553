import { Group } from '@mantine/core'
import type { ReactNode } from 'react'

/** A title or a description, and to its right what can be done, however long the text is. On a phone, what is wide is below. */
export function TitleRow({ actions, children }: { actions?: ReactNode; children: ReactNode }) {
  return (
    <Group align="flex-start" gap="sm">
      <div style={{ flex: '160px', minWidth: 0 }}>{children}</div>
      <Group gap="xs">{actions}</Group>
    </Group>
  )
}
