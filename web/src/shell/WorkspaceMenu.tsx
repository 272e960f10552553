import { Menu, Text } from '@mantine/core'
import { Check } from 'lucide-react'
import { useMessages, useWords } from '../messages.ts'
import { useOpening } from '../parts/page/useOpening.ts'
import { useViewer } from '../parts/viewer.tsx'
import { useWorkspaceSwitch } from './useWorkspaceSwitch.ts'
import { WorkspaceButton } from './WorkspaceButton.tsx'
import { WorkspaceSearch } from './WorkspaceSearch.tsx'

/** More workspaces than this get a search field. */
const SEARCH_THRESHOLD = 7

/** The user's workspaces. */
export function WorkspaceMenu() {
  return useViewer().workspaces.length > SEARCH_THRESHOLD ? <WorkspaceSearch /> : <ShortMenu />
}

function ShortMenu() {
  const [isOpen, setOpen] = useOpening()
  const t = useMessages('shell')
  const word = useWords()
  const switchTo = useWorkspaceSwitch()
  const { workspace, workspaces } = useViewer()
  return (
    <Menu opened={isOpen} onChange={setOpen} position="bottom-start" withinPortal width={300} returnFocus>
      <Menu.Target>
        <WorkspaceButton />
      </Menu.Target>
      <Menu.Dropdown mah={420} maw="calc(100vw - 16px)" style={{ overflowY: 'auto' }}>
        <Menu.Label>{t('switchTo')}</Menu.Label>
        {workspaces.map(({ id, name, role }) => (
          <Menu.Item
            key={id}
            onClick={() => id !== workspace.id && void switchTo(id)}
            aria-current={id === workspace.id || undefined}
            leftSection={<Check size={14} aria-hidden visibility={id === workspace.id ? 'visible' : 'hidden'} />}
            rightSection={
              <Text size="xs" c="dimmed">
                {word('role', role)}
              </Text>
            }
          >
            <Text span size="sm" style={{ overflowWrap: 'anywhere' }}>
              {name}
            </Text>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
