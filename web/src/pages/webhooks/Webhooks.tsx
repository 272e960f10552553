import { useSearch } from '../../router/index.ts'
import { useQuery } from 'urql'
import { useMessages } from '../../messages.ts'
import { Page } from '../../parts/page/Page.tsx'
import { QueryResult } from '../../parts/page/States.tsx'
import { WebhookDeliveries } from './WebhookDeliveries.tsx'
import { WebhookDelivery } from './WebhookDelivery.tsx'
import { WebhookEndpointsDocument } from './Webhooks.gql.ts'
import { WebhookEndpoints } from './WebhookEndpoints.tsx'

/** Webhooks page: endpoints and deliveries. */
export function Webhooks() {
  const t = useMessages('webhooks')
  const { delivery } = useSearch({ from: '/signed-in/webhooks' })
  const result = useQuery({ query: WebhookEndpointsDocument })
  // Oldest first, so that the first endpoint stays at its place.
  const endpoints = [...(result[0].data?.webhookEndpoints.nodes ?? [])].reverse()
  return (
    <Page title={t('title')} about={t('about')}>
      <QueryResult result={result}>
        {({ webhookSettings }) => <WebhookEndpoints endpoints={endpoints} signatureHeader={webhookSettings.signatureHeader} />}
      </QueryResult>
      <WebhookDeliveries endpoints={endpoints} />
      {delivery && <WebhookDelivery key={delivery} id={delivery} />}
    </Page>
  )
}
