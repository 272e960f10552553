import { Alert, Button, Card, Code, Group, ScrollArea, Stack, Text, Title } from '@mantine/core'
import { useNavigate, useSearch } from '../../router/index.ts'
import { useEffect } from 'react'
import { useQuery } from 'urql'
import { useFormat } from '../../format.ts'
import { useMessages, useWords } from '../../messages.ts'
import { CopyableText, Copy } from '../../parts/text/Copy.tsx'
import { TextLink } from '../../parts/page/links.tsx'
import { SideDrawer } from '../../parts/page/SideDrawer.tsx'
import { QueryResult } from '../../parts/page/States.tsx'
import { Status } from '../../parts/Status.tsx'
import { useAction } from '../../parts/useAction.ts'
import { useCan } from '../../parts/viewer.tsx'
import { RedeliverWebhookDocument, WebhookDeliveryDocument, type WebhookDeliveryQuery } from './Webhooks.gql.ts'

type Delivery = WebhookDeliveryQuery['webhookDelivery']

/** A test event is about no call and no message. */
export const isTest = ({ eventId }: { eventId: string }) => eventId.startsWith('test-')

const RETRY_DELAY_MS = 1_000

/** One event with its delivery attempts and responses. */
export function WebhookDelivery({ id }: { id: string }) {
  const t = useMessages('webhooks')
  const search = useSearch({ from: '/signed-in/webhooks' })
  const navigate = useNavigate()
  const result = useQuery({ query: WebhookDeliveryDocument, variables: { id } })
  const [{ data }, again] = result
  const isUnderWay = data?.webhookDelivery.status === 'pending'
  useEffect(() => {
    if (!isUnderWay) return
    const timer = setInterval(() => again({ requestPolicy: 'network-only' }), RETRY_DELAY_MS)
    return () => clearInterval(timer)
  }, [isUnderWay, again])
  const close = () => void navigate({ to: '/webhooks', search: { ...search, delivery: undefined } })
  return (
    <SideDrawer onClose={close} size="lg" title={t('delivery', { id })}>
      <QueryResult result={result}>{({ webhookDelivery }) => <Details delivery={webhookDelivery} />}</QueryResult>
    </SideDrawer>
  )
}

function Details({ delivery }: { delivery: Delivery }) {
  const t = useMessages('webhooks')
  const word = useWords()
  const format = useFormat()
  const search = useSearch({ from: '/signed-in/webhooks' })
  return (
    <Stack>
      <Group justify="space-between">
        <Group gap="xs">
          <Status kind="delivery" value={delivery.status} />
          <Text size="sm">{word('event', delivery.eventType)}</Text>
        </Group>
        {delivery.status !== 'pending' && <Redeliver id={delivery.id} />}
      </Group>
      {delivery.nextAttemptAt && delivery.status === 'pending' && <Text size="sm">{t('nextAttempt', { time: format.timeExact(delivery.nextAttemptAt) })}</Text>}
      {delivery.redeliveryOfId && (
        <TextLink to="/webhooks" search={{ ...search, delivery: delivery.redeliveryOfId }}>
          {t('redeliveryOf', { id: delivery.redeliveryOfId })}
        </TextLink>
      )}
      {delivery.eventType === 'call.completed' && !isTest(delivery) && (
        <TextLink to="/calls" search={{ call: delivery.eventId }}>
          {t('toCall', { id: delivery.eventId })}
        </TextLink>
      )}
      <Title order={3} size="h5">
        {t('request')}
      </Title>
      <Text size="sm">
        POST <CopyableText value={delivery.url} name={t('url')} />
      </Text>
      <Body name={t('request')} text={delivery.body} />
      <Title order={3} size="h5">
        {t('attempts')}
      </Title>
      {delivery.attempts.length === 0 && <Text size="sm">{t('noAttempt')}</Text>}
      {delivery.attempts.map((attempt) => (
        <Attempt key={attempt.number} attempt={attempt} />
      ))}
    </Stack>
  )
}

function Attempt({ attempt: { number, status, error, latencyMs, response, createdAt } }: { attempt: Delivery['attempts'][number] }) {
  const t = useMessages('webhooks')
  const format = useFormat()
  const isGood = status !== null && status !== undefined && status >= 200 && status < 300
  return (
    <Card withBorder padding="sm">
      <Stack gap="xs">
        <Group justify="space-between">
          <Text size="sm" fw={600}>
            {t('attempt', { number })}
          </Text>
          <Text size="sm" c="dimmed">
            {format.exact(createdAt)}
          </Text>
        </Group>
        <Alert color={isGood ? 'good' : 'bad'} p="xs">
          {status ? t('answered', { status, ms: latencyMs ?? 0 }) : (error ?? t('noAnswer'))}
        </Alert>
        {response && <Body name={t('response')} text={response} />}
      </Stack>
    </Card>
  )
}

/** A body, formatted if it is JSON. Copying copies the original bytes. */
function Body({ name, text }: { name: string; text: string }) {
  return (
    <div style={{ position: 'relative' }}>
      <ScrollArea.Autosize mah={320} viewportProps={{ tabIndex: 0, 'aria-label': name, role: 'group' }}>
        <Code block>{pretty(text)}</Code>
      </ScrollArea.Autosize>
      <div style={{ position: 'absolute', top: 6, right: 6 }}>
        <Copy value={text} name={name} />
      </div>
    </div>
  )
}

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

function Redeliver({ id }: { id: string }) {
  const t = useMessages('webhooks')
  const search = useSearch({ from: '/signed-in/webhooks' })
  const navigate = useNavigate()
  const [redeliver, isRunning] = useAction(RedeliverWebhookDocument)
  const send = async () => {
    const result = await redeliver({ id }, { success: t('redelivering') })
    if (result) void navigate({ to: '/webhooks', search: { ...search, delivery: result.redeliverWebhook.id } })
  }
  if (!useCan('webhooks:write')) return null
  return (
    <Button size="xs" variant="default" onClick={() => void send()} loading={isRunning}>
      {t('redeliver')}
    </Button>
  )
}
