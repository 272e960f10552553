import { Tabs } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMessages } from '../messages.ts'
import { Page } from '../parts/Page.tsx'
import { BillingCosts } from './BillingCosts.tsx'
import { BillingPrices } from './BillingPrices.tsx'
import { BillingUsage } from './BillingUsage.tsx'
import { BillingWallet } from './BillingWallet.tsx'

const TABS = { wallet: BillingWallet, usage: BillingUsage, costs: BillingCosts, prices: BillingPrices }
type Tab = keyof typeof TABS
const NAMES = Object.keys(TABS) as Tab[]

/** The workspace's money: what there is, what was used, what it went on, and what it costs. */
export function Billing() {
  const t = useMessages('billing')
  const { tab } = useSearch({ from: '/signed-in/billing' })
  const navigate = useNavigate()
  const chosen = NAMES.find((name) => name === tab) ?? 'wallet'
  return (
    <Page title={t('title')} about={t('about')}>
      <Tabs
        value={chosen}
        onChange={(name) => void navigate({ to: '/billing', search: { tab: name === 'wallet' ? undefined : (name ?? undefined) } })}
        keepMounted={false}
      >
        <Tabs.List mb="md">
          {NAMES.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {t(name)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {NAMES.map((name) => {
          const Shown = TABS[name]
          return (
            <Tabs.Panel key={name} value={name}>
              <Shown />
            </Tabs.Panel>
          )
        })}
      </Tabs>
    </Page>
  )
}
