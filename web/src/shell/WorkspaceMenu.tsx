import { Menu, Text, TextInput } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { Check, Search } from 'lucide-react'
import { useState } from 'react'
import { useMessages, useWords } from '../messages.ts'
import { useTellFailure } from '../parts/useAction.ts'
import * as session from '../api/session.ts'
import { useViewer } from '../parts/viewer.tsx'
import { WorkspaceButton } from './WorkspaceButton.tsx'

/** So many can be seen at once; of more, one is searched for. */
const MANY = 7

/** The workspace one is in, and all others of the same person. */
export function WorkspaceMenu() {
  const t = useMessages('shell')
  const { workspace, workspaces } = useViewer()
  const [wanted, want] = useState('')
  const found = workspaces.filter(({ name }) => name.toLowerCase().includes(wanted.trim().toLowerCase()))
  return (
    <Menu defaultOpened position="bottom-start" withinPortal width={300} onClose={() => want('')} returnFocus>
      <Menu.Target>
        <WorkspaceButton />
      </Menu.Target>
      <Menu.Dropdown mah={420} maw="calc(100vw - 16px)" style={{ overflowY: 'auto' }}>
        <Menu.Label>{t('switchTo')}</Menu.Label>
        {workspaces.length > MANY && (
          <TextInput
            data-autofocus
            m={4}
            size="xs"
            aria-label={t('findWorkspace')}
            placeholder={t('findWorkspace')}
            leftSection={<Search size={14} aria-hidden />}
            value={wanted}
            onChange={({ target }) => want(target.value)}
          />
        )}
        {found.map((other) => (
          <Choice key={other.id} {...other} isCurrent={other.id === workspace.id} />
        ))}
        {found.length === 0 && <Menu.Label>{t('noSuchWorkspace')}</Menu.Label>}
      </Menu.Dropdown>
    </Menu>
  )
}

interface ChoiceProps {
  id: string
  name: string
  role: string
  isCurrent: boolean
}

function Choice({ id, name, role, isCurrent }: ChoiceProps) {
  const tellFailure = useTellFailure()
  const word = useWords()
  const router = useRouter()
  const go = async () => {
    // What is open has its id in the workspace that is left: its list is there in every one.
    const [, section = ''] = router.state.location.pathname.split('/')
    await router.navigate({ href: `/${section}` })
    await session.switchWorkspace(id).catch(tellFailure)
  }
  return (
    <Menu.Item
      onClick={() => (isCurrent ? undefined : void go())}
      aria-current={isCurrent || undefined}
      leftSection={<Check size={14} aria-hidden visibility={isCurrent ? 'visible' : 'hidden'} />}
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
  )
}
