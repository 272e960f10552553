import { Tabs } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type ReactNode } from 'react'
import { type Key, useMessages } from '../messages.ts'
import { Page } from '../parts/Page.tsx'
import { SettingsAbout } from './SettingsAbout.tsx'
import { SettingsData } from './SettingsData.tsx'
import { SettingsGeneral } from './SettingsGeneral.tsx'
import { SettingsMessaging } from './SettingsMessaging.tsx'
import { SettingsNotices } from './SettingsNotices.tsx'

const TABS: readonly { tab: string; name: Key<'settings'>; shows: ReactNode }[] = [
  { tab: 'general', name: 'general', shows: <SettingsGeneral /> },
  { tab: 'data', name: 'data', shows: <SettingsData /> },
  { tab: 'messaging', name: 'messaging', shows: <SettingsMessaging /> },
  { tab: 'notices', name: 'notices', shows: <SettingsNotices /> },
  { tab: 'about', name: 'about', shows: <SettingsAbout /> },
]

/** What holds for the whole workspace, by matters. */
export function Settings() {
  const t = useMessages('settings')
  const { tab } = useSearch({ from: '/signed-in/settings' })
  const navigate = useNavigate()
  const shown = TABS.find((known) => known.tab === tab) ?? TABS[0]!
  return (
    <Page title={t('title')} about={t('subtitle')}>
      <Tabs value={shown.tab} onChange={(next) => void navigate({ to: '/settings', search: { tab: next ?? undefined } })} keepMounted={false}>
        <Tabs.List>
          {TABS.map(({ tab: value, name }) => (
            <Tabs.Tab key={value} value={value}>
              {t(name)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {TABS.map(({ tab: value, shows }) => (
          <Tabs.Panel key={value} value={value} pt="md">
            {shows}
          </Tabs.Panel>
        ))}
      </Tabs>
    </Page>
  )
}
