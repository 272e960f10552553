import { Combobox, Group, Text, useCombobox } from '@mantine/core'
import { Check } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useMessages, useWords } from '../messages.ts'
import { useViewer } from '../parts/viewer.tsx'
import { useWorkspaceSwitch } from './useWorkspaceSwitch.ts'
import { WorkspaceButton } from './WorkspaceButton.tsx'

/** The user's workspaces as a list with a search field, which a menu can't have. */
export function WorkspaceSearch() {
  const t = useMessages('shell')
  const word = useWords()
  const switchTo = useWorkspaceSwitch()
  const { workspace, workspaces } = useViewer()
  const [query, setQuery] = useState('')
  const combobox = useCombobox({
    onDropdownOpen: () => combobox.focusSearchInput(),
    onDropdownClose: () => {
      setQuery('')
      combobox.resetSelectedOption()
      combobox.focusTarget()
    },
  })
  const { openDropdown } = combobox
  // It is loaded by the click that opens it.
  useEffect(() => openDropdown(), []) // oxlint-disable-line react-hooks/exhaustive-deps -- once
  const matches = workspaces.filter(({ name }) => name.toLowerCase().includes(query.trim().toLowerCase()))
  const choose = (id: string) => {
    combobox.closeDropdown()
    if (id !== workspace.id) void switchTo(id)
  }
  return (
    <Combobox store={combobox} onOptionSubmit={choose} width={300} position="bottom-start" withinPortal={false}>
      <Combobox.Target targetType="button" withAriaAttributes={false}>
        <WorkspaceButton aria-haspopup="listbox" aria-expanded={combobox.dropdownOpened} onClick={() => combobox.toggleDropdown()} />
      </Combobox.Target>
      <Combobox.Dropdown maw="calc(100vw - 16px)">
        <Combobox.Search
          aria-label={t('findWorkspace')}
          placeholder={t('findWorkspace')}
          value={query}
          onChange={({ target }) => {
            setQuery(target.value)
            combobox.updateSelectedOptionIndex()
          }}
        />
        <Combobox.Options mah={360} style={{ overflowY: 'auto' }} aria-label={t('switchTo')}>
          {matches.map(({ id, name, role }) => (
            <Combobox.Option key={id} value={id} active={id === workspace.id}>
              <Group gap="xs" wrap="nowrap">
                <Check size={14} aria-hidden visibility={id === workspace.id ? 'visible' : 'hidden'} />
                <Text span size="sm" flex={1} style={{ overflowWrap: 'anywhere' }}>
                  {name}
                </Text>
                <Text span size="xs" c="dimmed">
                  {word('role', role)}
                </Text>
              </Group>
            </Combobox.Option>
          ))}
          {matches.length === 0 && <Combobox.Empty>{t('noSuchWorkspace')}</Combobox.Empty>}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}
