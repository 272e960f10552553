import { useNavigate, useSearch } from '../../router/index.ts'
import { useMessages } from '../../messages.ts'
import { Page } from '../../parts/page/Page.tsx'
import { PageTabs } from '../../parts/page/PageTabs.tsx'
import { BillingCosts } from './BillingCosts.tsx'
import { BillingInvoices } from './BillingInvoices.tsx'
import { BillingPrices } from './BillingPrices.tsx'
import { BillingUsage } from './BillingUsage.tsx'
import { BillingWallet } from './BillingWallet.tsx'

/** Billing page: balance, usage, costs, and prices. */
export function Billing() {
  const t = useMessages('billing')
  const { tab } = useSearch({ from: '/signed-in/billing' })
  const navigate = useNavigate()
  const tabs = [
    { name: 'wallet', title: t('wallet'), shows: <BillingWallet /> },
    { name: 'invoices', title: t('invoices'), shows: <BillingInvoices /> },
    { name: 'usage', title: t('usage'), shows: <BillingUsage /> },
    { name: 'costs', title: t('costs'), shows: <BillingCosts /> },
    { name: 'prices', title: t('prices'), shows: <BillingPrices /> },
  ]
  const chosen = tabs.find(({ name }) => name === tab) ?? tabs[0]!
  return (
    <Page title={t('title')} about={t('about')}>
      <PageTabs tabs={tabs} value={chosen.name} onChoose={(name) => void navigate({ to: '/billing', search: { tab: name } })} />
    </Page>
  )
}
