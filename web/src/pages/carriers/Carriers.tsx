import { Button, SimpleGrid } from '@mantine/core'
import { useNavigate, useSearch } from '../../router/index.ts'
import { Cable, Plus } from 'lucide-react'
import { useMessages } from '../../messages.ts'
import { ButtonLink } from '../../parts/page/links.tsx'
import { Page } from '../../parts/page/Page.tsx'
import { EmptyState, ErrorAlert, SkeletonLines } from '../../parts/page/States.tsx'
import { type Pages, usePages } from '../../parts/tables/usePages.ts'
import { useCan } from '../../parts/viewer.tsx'
import { CarrierAccount } from './CarrierAccount.tsx'
import { CarrierConnect } from './CarrierConnect.tsx'
import { type CarrierConnectionFieldsFragment, CarrierConnectionsDocument } from './Carriers.gql.ts'

/** Carrier accounts of the workspace and its end customers. */
export function Carriers() {
  const t = useMessages('numbers')
  const { connection } = useSearch({ from: '/signed-in/carriers' })
  const navigate = useNavigate()
  const canChange = useCan('numbers:write')
  const pages = usePages(CarrierConnectionsDocument, {}, (data) => data.carrierConnections)
  return (
    <Page
      title={t('carriers')}
      about={t('carriersAbout')}
      actions={
        <>
          <ButtonLink to="/numbers" variant="default">
            {t('title')}
          </ButtonLink>
          {canChange && <ConnectButton />}
        </>
      }
    >
      <Accounts pages={pages} />
      {canChange && connection !== undefined && (
        <CarrierConnect account={pages.rows.find(({ id }) => id === connection)} onClose={() => void navigate({ to: '/carriers', search: {} })} />
      )}
    </Page>
  )
}

function ConnectButton() {
  const t = useMessages('numbers')
  return (
    <ButtonLink to="/carriers" search={{ connection: 'new' }} leftSection={<Plus size={16} aria-hidden />}>
      {t('connect')}
    </ButtonLink>
  )
}

function Accounts({ pages }: { pages: Pages<CarrierConnectionFieldsFragment> }) {
  const t = useMessages('numbers')
  const common = useMessages('common')
  const canChange = useCan('numbers:write')
  if (pages.isLoading) return <SkeletonLines />
  if (pages.error && pages.rows.length === 0) return <ErrorAlert error={pages.error} onRetry={pages.retry} />
  if (pages.rows.length === 0)
    return (
      <EmptyState icon={Cable} title={t('emptyCarriers')} action={canChange ? <ConnectButton /> : undefined}>
        {t('emptyCarriersAbout')}
      </EmptyState>
    )
  return (
    <>
      <SimpleGrid cols={{ base: 1, xl: 2 }}>
        {pages.rows.map((account) => (
          <CarrierAccount key={account.id} account={account} />
        ))}
      </SimpleGrid>
      {pages.hasMore && (
        <Button variant="default" onClick={pages.loadMore} style={{ alignSelf: 'center' }}>
          {common('more')}
        </Button>
      )}
    </>
  )
}
