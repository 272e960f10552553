import { Menu, Text, TextInput } from '@mantine/core'
import { useRouter } from '../router/index.ts'
import { Check, Search } from 'lucide-react'
import { useState } from 'react'
import { useMessages, useWords } from '../messages.ts'
import { useOpening } from '../parts/page/useOpening.ts'
import { useErrorToast } from '../parts/useAction.ts'
import * as session from '../api/session.ts'
import { useViewer } from '../parts/viewer.tsx'
import { WorkspaceButton } from './WorkspaceButton.tsx'

/** More workspaces than this get a search field. */
const SEARCH_THRESHOLD = 7

/** The user's workspaces. */
export function WorkspaceMenu() {
  const [isOpen, setOpen] = useOpening()
  const t = useMessages('shell')
  const { workspace, workspaces } = useViewer()
  const [query, setQuery] = useState('')
  const matches = workspaces.filter(({ name }) => name.toLowerCase().includes(query.trim().toLowerCase()))
  return (
    <Menu opened={isOpen} onChange={setOpen} position="bottom-start" withinPortal width={300} onClose={() => setQuery('')} returnFocus>
      <Menu.Target>
        <WorkspaceButton />
      </Menu.Target>
      <Menu.Dropdown mah={420} maw="calc(100vw - 16px)" style={{ overflowY: 'auto' }}>
        <Menu.Label>{t('switchTo')}</Menu.Label>
        {workspaces.length > SEARCH_THRESHOLD && (
          <TextInput
            data-autofocus
            m={4}
            size="xs"
            aria-label={t('findWorkspace')}
            placeholder={t('findWorkspace')}
            leftSection={<Search size={14} aria-hidden />}
            value={query}
            onChange={({ target }) => setQuery(target.value)}
          />
        )}
        {matches.map((other) => (
          <Choice key={other.id} {...other} isCurrent={other.id === workspace.id} />
        ))}
        {matches.length === 0 && <Menu.Label>{t('noSuchWorkspace')}</Menu.Label>}
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
  const showError = useErrorToast()
  const word = useWords()
  const router = useRouter()
  const go = async () => {
    // The open object doesn't exist in the other workspace, so go to its section's list, which does.
    const [, section = ''] = location.pathname.split('/')
    await router.navigate({ href: `/${section}` })
    await session.switchWorkspace(id).catch(showError)
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
