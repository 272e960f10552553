import { Button, Group, Stack, Text } from '@mantine/core'
import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'

interface CredentialTabProps {
  /** What these are for. */
  about: string
  /** How another one is made, by who may. */
  newName?: string
  onNew?: () => void
  children: ReactNode
}

/** One tab of the page of keys: what it is about, the button for another, and what there is. */
export function CredentialTab({ about, newName, onNew, children }: CredentialTabProps) {
  return (
    <Stack gap="md">
      <Group justify="space-between" align="flex-start" gap="sm">
        <Text size="sm" c="dimmed" maw={720}>
          {about}
        </Text>
        {onNew && (
          <Button leftSection={<Plus size={16} aria-hidden />} onClick={onNew}>
            {newName}
          </Button>
        )}
      </Group>
      {children}
    </Stack>
  )
}
