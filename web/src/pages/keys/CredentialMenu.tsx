import { ActionIcon, Group, Menu } from '@mantine/core'
import { EllipsisVertical } from 'lucide-react'
import { useMessages } from '../../messages.ts'

export interface Action {
  name: string
  run: () => void
  danger?: boolean
}

/** Actions of a key, token, or app. */
export function CredentialMenu({ name, actions }: { name: string; actions: readonly Action[] }) {
  const t = useMessages('keys')
  return (
    <Group justify="center">
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={t('actionsFor', { name })}>
            <EllipsisVertical size={16} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {actions.map((action) => (
            <Menu.Item key={action.name} color={action.danger ? 'bad' : undefined} onClick={action.run}>
              {action.name}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </Group>
  )
}
