import { useNavigate, useSearch } from '../../router/index.ts'
import { useMessages } from '../../messages.ts'
import { Page } from '../../parts/page/Page.tsx'
import { PageTabs } from '../../parts/page/PageTabs.tsx'
import { useCan } from '../../parts/viewer.tsx'
import { FORM_PAGE_WIDTH } from '../../parts/forms/FormLayout.tsx'
import { ServerStatus } from '../status/ServerStatus.tsx'
import { SettingsAbout } from './SettingsAbout.tsx'
import { SettingsData } from './SettingsData.tsx'
import { SettingsGeneral } from './SettingsGeneral.tsx'
import { SettingsMessaging } from './SettingsMessaging.tsx'
import { SettingsAlerts } from './SettingsAlerts.tsx'

/** Workspace settings page, in tabs. Server administrators also see the status of the server. */
export function Settings() {
  const t = useMessages('settings')
  const { tab } = useSearch({ from: '/signed-in/settings' })
  const navigate = useNavigate()
  const isServerAdministrator = useCan('server:read')
  const tabs = [
    { name: 'general', title: t('general'), shows: <SettingsGeneral /> },
    { name: 'data', title: t('data'), shows: <SettingsData /> },
    { name: 'messaging', title: t('messaging'), shows: <SettingsMessaging /> },
    { name: 'alerts', title: t('alerts'), shows: <SettingsAlerts /> },
    { name: 'about', title: t('about'), shows: <SettingsAbout /> },
    ...(isServerAdministrator ? [{ name: 'status', title: t('status'), shows: <ServerStatus /> }] : []),
  ]
  const chosen = tabs.find(({ name }) => name === tab) ?? tabs[0]!
  return (
    <Page title={t('title')} about={t('subtitle')}>
      <PageTabs tabs={tabs} value={chosen.name} onChoose={(name) => void navigate({ to: '/settings', search: { tab: name } })} maxWidth={FORM_PAGE_WIDTH} />
    </Page>
  )
}
