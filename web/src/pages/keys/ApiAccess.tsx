import { useNavigate, useSearch } from '../../router/index.ts'
import { useMessages } from '../../messages.ts'
import { Page } from '../../parts/page/Page.tsx'
import { PageTabs } from '../../parts/page/PageTabs.tsx'
import { useCan } from '../../parts/viewer.tsx'
import { ApiKeys } from './ApiKeys.tsx'
import { CliTokens } from './CliTokens.tsx'
import { ConnectedApps } from './ConnectedApps.tsx'

const TABS = { api: ApiKeys, cli: CliTokens, apps: ConnectedApps }
type Tab = keyof typeof TABS

/** API access page: API keys, CLI tokens, and connected apps. */
export function ApiAccess() {
  const t = useMessages('keys')
  const { tab } = useSearch({ from: '/signed-in/keys' })
  const navigate = useNavigate()
  const names: Tab[] = useCan('keys:read') ? ['api', 'cli', 'apps'] : ['cli', 'apps']
  const tabs = names.map((name) => {
    const TabContent = TABS[name]
    return { name, title: t(name), shows: <TabContent /> }
  })
  return (
    <Page title={t('title')}>
      <PageTabs
        tabs={tabs}
        value={names.find((name) => name === tab) ?? names[0]!}
        onChoose={(name) => void navigate({ to: '/keys', search: { tab: name } })}
      />
    </Page>
  )
}
