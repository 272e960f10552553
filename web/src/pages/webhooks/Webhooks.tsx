import { Button } from '@mantine/core'
import { useNavigate, useSearch } from '../../router/index.ts'
import { Send } from 'lucide-react'
import { useQuery } from 'urql'
import { useMessages } from '../../messages.ts'
import { Page } from '../../parts/page/Page.tsx'
import { QueryResult } from '../../parts/page/States.tsx'
import { useAction } from '../../parts/useAction.ts'
import { useCan } from '../../parts/viewer.tsx'
import { WebhookDeliveries } from './WebhookDeliveries.tsx'
import { WebhookDelivery } from './WebhookDelivery.tsx'
import { SendTestWebhookDocument, WebhookSettingsDocument } from './Webhooks.gql.ts'
import { WebhookSettings } from './WebhookSettings.tsx'

/** Webhooks page: settings and deliveries. */
export function Webhooks() {
  const t = useMessages('webhooks')
  const { delivery } = useSearch({ from: '/signed-in/webhooks' })
  const result = useQuery({ query: WebhookSettingsDocument })
  const canChange = useCan('webhooks:write')
  return (
    <Page title={t('title')} about={t('about')} actions={canChange && result[0].data?.webhookSettings.url && <Test />}>
      <QueryResult result={result}>{({ webhookSettings }) => <WebhookSettings settings={webhookSettings} />}</QueryResult>
      <WebhookDeliveries />
      {delivery && <WebhookDelivery key={delivery} id={delivery} />}
    </Page>
  )
}

function Test() {
  const t = useMessages('webhooks')
  const navigate = useNavigate()
  const [send, isRunning] = useAction(SendTestWebhookDocument)
  const test = async () => {
    const sent = await send({}, { success: t('testSent') })
    if (sent) void navigate({ to: '/webhooks', search: { delivery: sent.sendTestWebhook.id } })
  }
  return (
    <Button variant="default" leftSection={<Send size={16} aria-hidden />} onClick={() => void test()} loading={isRunning}>
      {t('test')}
    </Button>
  )
}
