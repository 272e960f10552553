import { Button, Group, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { CallSection } from './CallSection.tsx'

interface Props {
  title: string
  /** What the section shows. */
  about: string
  /** Label of the button that shows it. */
  show: string
  children: ReactNode
}

/** A section of the call details whose content is fetched on request. */
export function RequestedSection({ title, about, show, children }: Props) {
  const [isShown, setShown] = useState(false)
  return (
    <CallSection title={title}>
      {isShown ? (
        children
      ) : (
        <Group justify="space-between" gap="sm">
          <Text size="sm" c="dimmed" maw={440}>
            {about}
          </Text>
          <Button size="xs" variant="default" onClick={() => setShown(true)}>
            {show}
          </Button>
        </Group>
      )}
    </CallSection>
  )
}
