import { Button, Group, Stack, Text } from '@mantine/core'
import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'

interface CredentialTabProps {
  /** What these credentials are for. */
  about: string
  /** Label of the Create button. Absent without permission. */
  newName?: string
  onNew?: () => void
  children: ReactNode
}

/** A tab of the API access page: its description, the Create button, and the list. */
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
