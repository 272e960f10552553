import { Kbd, SimpleGrid, Stack, Switch, Title } from '@mantine/core'
import { useId } from 'react'
import { useMessages } from '../../messages.ts'
import { Dialog } from '../../parts/page/Dialog.tsx'
import { useStoredState } from '../../parts/tables/storedState.ts'
import { useViewer } from '../../parts/viewer.tsx'
import { useNavigationGroups } from '../Navigation.tsx'
import { PAGE_KEYS, settingKey } from './shortcutKeys.ts'
import classes from './ShortcutsDialog.module.css'

type Shortcut = readonly [keys: string, action: string]

/** Dialog of all keyboard shortcuts. Those of a single key can be turned off, which the browser keeps for each person. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const t = useMessages('shortcuts')
  const shell = useMessages('shell')
  const [isOn, turn] = useStoredState(settingKey(useViewer().id), (stored) => stored !== false)
  const either = (first: string, second: string) => t('either', { first, second })
  const pages = useNavigationGroups().flatMap(({ entries }) =>
    entries.flatMap(({ to, name }): Shortcut[] => {
      const key = (PAGE_KEYS as Partial<Record<string, string>>)[to]
      return key ? [[t('then', { first: 'G', second: key.toUpperCase() }), shell(name)]] : []
    }),
  )
  const anywhere: Shortcut[] = [
    ['?', t('help')],
    [either('/', 'Ctrl K'), shell('searchHint')],
    ['Esc', t('close')],
  ]
  const rows: Shortcut[] = [
    [either('J', '↓'), t('next')],
    [either('K', '↑'), t('previous')],
    ['Enter', t('open')],
    ['X', t('select')],
  ]
  return (
    <Dialog onClose={onClose} title={t('title')} size="lg">
      <Stack>
        <Switch
          data-autofocus
          label={t('singleKeys')}
          description={t('singleKeysAbout')}
          checked={isOn}
          onChange={({ currentTarget }) => turn(currentTarget.checked)}
        />
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xl">
          <Shortcuts title={t('pages')} shortcuts={pages} />
          <Stack>
            <Shortcuts title={t('anywhere')} shortcuts={anywhere} />
            <Shortcuts title={t('rows')} shortcuts={rows} />
          </Stack>
        </SimpleGrid>
      </Stack>
    </Dialog>
  )
}

function Shortcuts({ title, shortcuts }: { title: string; shortcuts: readonly Shortcut[] }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <Title order={3} size="h6" id={id} mb="xs">
        {title}
      </Title>
      <dl className={classes.list}>
        {shortcuts.map(([keys, action]) => (
          <div key={keys}>
            <dt>{action}</dt>
            <dd>
              <Kbd>{keys}</Kbd>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
