import { ActionIcon, Button, Group, Popover, Stack, Text, TextInput } from '@mantine/core'
import { Bookmark, Trash2 } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useMessages } from '../../messages.ts'
import { useOpening } from '../page/useOpening.ts'
import { MAX_NAME_LENGTH, MAX_VIEWS, useSavedViews } from './savedViews.ts'
import type { TableLayout } from './tableLayout.ts'

export interface ViewMenuProps {
  list: string
  /** Filters and order of the list, as in the URL. */
  search: Readonly<Record<string, string | undefined>>
  layout: TableLayout
  /** Shows the list with the filters and the order of a view. */
  onOpen: (search: Readonly<Record<string, string>>) => void
}

/** The saved views of a list, and a field to save the list as it is. */
export function ViewChoices({ list, search, layout, onOpen }: ViewMenuProps) {
  const t = useMessages('common')
  const { views, save, remove } = useSavedViews(list)
  const [isOpened, setOpened] = useOpening()
  const [name, setName] = useState('')
  const open = (view: (typeof views)[number]) => {
    layout.replace(view.layout)
    onOpen(view.search)
    setOpened(false)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!name.trim()) return
    save({ name: name.trim(), search: JSON.parse(JSON.stringify(search)), layout: layout.layout })
    setName('')
  }
  return (
    <Popover opened={isOpened} onChange={setOpened} position="bottom-end" width={300} withinPortal trapFocus returnFocus>
      <Popover.Target>
        <Button variant="default" leftSection={<Bookmark size={16} aria-hidden />} onClick={() => setOpened(!isOpened)}>
          {t('views')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('views')}>
        <Stack gap="xs">
          {views.length === 0 && <Text size="sm">{t('noViews')}</Text>}
          {views.map((view) => (
            <Group key={view.name} gap="xs" wrap="nowrap">
              <Button variant="subtle" size="compact-sm" justify="flex-start" flex={1} miw={0} onClick={() => open(view)}>
                {view.name}
              </Button>
              <ActionIcon variant="subtle" color="gray" aria-label={t('deleteView', { name: view.name })} onClick={() => remove(view.name)}>
                <Trash2 size={14} aria-hidden />
              </ActionIcon>
            </Group>
          ))}
          <form onSubmit={submit}>
            <Group gap="xs" align="flex-end" wrap="nowrap">
              <TextInput
                flex={1}
                label={t('viewName')}
                description={t('viewsAbout')}
                value={name}
                maxLength={MAX_NAME_LENGTH}
                onChange={({ target }) => setName(target.value)}
              />
              <Button type="submit" variant="default" disabled={views.length >= MAX_VIEWS}>
                {t('save')}
              </Button>
            </Group>
          </form>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
