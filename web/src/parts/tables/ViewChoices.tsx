import { ActionIcon, Button, Checkbox, Group, Popover, Stack, Text, TextInput } from '@mantine/core'
import { Bookmark, Trash2 } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { MAX_VIEW_NAME_LENGTH, type ViewList } from '../../../../src/inputs/savedViews.ts'
import { useMessages } from '../../messages.ts'
import { useConfirm } from '../Confirm.tsx'
import { ErrorAlert, Loading } from '../page/States.tsx'
import { useOpening } from '../page/useOpening.ts'
import { useCan } from '../viewer.tsx'
import { type SavedView, useSavedViews } from './savedViews.ts'
import type { TableLayout } from './tableLayout.ts'

export interface ViewMenuProps {
  list: ViewList
  /** Filters and order of the list, as in the URL. */
  search: Readonly<Record<string, string | undefined>>
  layout: TableLayout
  /** Shows the list with the filters and the order of a view. */
  onOpen: (search: Readonly<Record<string, string>>) => void
}

/** The saved views of a list, and a field to save the list as it is. */
export function ViewChoices({ list, search, layout, onOpen }: ViewMenuProps) {
  const t = useMessages('views')
  const common = useMessages('common')
  const confirm = useConfirm()
  const canShare = useCan('members:write')
  const { views, error, save, remove, isSaving } = useSavedViews(list)
  const [isOpened, setOpened] = useOpening()
  const open = (view: SavedView) => {
    layout.replace(view.layout)
    onOpen(view.search)
    setOpened(false)
  }
  const removeShared = async (id: string, name: string) => {
    setOpened(false)
    if (await confirm({ title: t('deleteTitle', { name }), body: t('deleteBody'), action: t('deleteAction'), danger: true })) await remove(id)
  }
  const listed = (isShared: boolean) => (views ?? []).filter((view) => view.isShared === isShared)
  return (
    <Popover opened={isOpened} onChange={setOpened} position="bottom-end" width={320} withinPortal trapFocus returnFocus>
      <Popover.Target>
        <Button variant="default" leftSection={<Bookmark size={16} aria-hidden />} onClick={() => setOpened(!isOpened)}>
          {common('views')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={common('views')}>
        <Stack gap="xs" mah="min(420px, 70vh)" style={{ overflowY: 'auto' }}>
          {error ? <ErrorAlert error={error} /> : !views && <Loading />}
          {views?.length === 0 && <Text size="sm">{t('none')}</Text>}
          <Views title={t('mine')} views={listed(false)} onOpen={open} onRemove={({ id }) => void remove(id)} />
          <Views title={t('shared')} views={listed(true)} onOpen={open} onRemove={canShare ? ({ id, name }) => void removeShared(id, name) : undefined} />
          <SaveForm
            canShare={canShare}
            isSaving={isSaving}
            onSave={(name, isShared) => save({ name, search: JSON.parse(JSON.stringify(search)), layout: layout.layout }, isShared)}
          />
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}

type Listed = SavedView & { id: string }

interface ViewsProps {
  title: string
  views: readonly Listed[]
  onOpen: (view: Listed) => void
  onRemove?: (view: Listed) => void
}

function Views({ title, views, onOpen, onRemove }: ViewsProps) {
  const t = useMessages('views')
  const id = useId()
  if (views.length === 0) return null
  return (
    <Stack gap={2} role="group" aria-labelledby={id}>
      <Text id={id} size="xs" c="dimmed" fw={500}>
        {title}
      </Text>
      {views.map((view) => (
        <Group key={view.id} gap="xs" wrap="nowrap">
          <Button variant="subtle" size="compact-sm" justify="flex-start" flex={1} miw={0} onClick={() => onOpen(view)}>
            <bdi>{view.name}</bdi>
          </Button>
          {onRemove && (
            <ActionIcon variant="subtle" color="gray" aria-label={t('delete', { name: view.name })} onClick={() => onRemove(view)}>
              <Trash2 size={14} aria-hidden />
            </ActionIcon>
          )}
        </Group>
      ))}
    </Stack>
  )
}

interface SaveFormProps {
  canShare: boolean
  isSaving: boolean
  onSave: (name: string, isShared: boolean) => Promise<unknown>
}

function SaveForm({ canShare, isSaving, onSave }: SaveFormProps) {
  const t = useMessages('views')
  const common = useMessages('common')
  const [name, setName] = useState('')
  const [isShared, setShared] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() && (await onSave(name.trim(), isShared))) setName('')
  }
  return (
    <form onSubmit={(event) => void submit(event)}>
      <Stack gap="xs">
        <Group gap="xs" align="flex-end" wrap="nowrap">
          <TextInput
            flex={1}
            label={t('name')}
            description={t('about')}
            value={name}
            maxLength={MAX_VIEW_NAME_LENGTH}
            onChange={({ target }) => setName(target.value)}
          />
          <Button type="submit" variant="default" loading={isSaving}>
            {common('save')}
          </Button>
        </Group>
        {canShare && <Checkbox size="xs" label={t('share')} checked={isShared} onChange={({ target }) => setShared(target.checked)} />}
      </Stack>
    </form>
  )
}
