import { Button, Stack, Text } from '@mantine/core'
import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { TitleRow } from '../../parts/page/TitleRow.tsx'

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
      <TitleRow
        actions={
          onNew && (
            <Button leftSection={<Plus size={16} aria-hidden />} onClick={onNew}>
              {newName}
            </Button>
          )
        }
      >
        <Text size="sm" c="dimmed" maw={720}>
          {about}
        </Text>
      </TitleRow>
      {children}
    </Stack>
  )
}
