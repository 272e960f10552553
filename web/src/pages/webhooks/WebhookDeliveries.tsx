import { Group, Select, Stack, Title } from '@mantine/core'
import { useNavigate, useSearch } from '../../router/index.ts'
import { Webhook } from 'lucide-react'
import { useEffect } from 'react'
import { EVENT_TYPES } from '../../../../src/inputs/webhooks.ts'
import { useFormat } from '../../format.ts'
import { useMessages, useWords } from '../../messages.ts'
import { isTest } from './WebhookDelivery.tsx'
import { type Column, DataTable } from '../../parts/tables/DataTable.tsx'
import { TextLink } from '../../parts/page/links.tsx'
import { EmptyState } from '../../parts/page/States.tsx'
import { Status } from '../../parts/Status.tsx'
import { usePages } from '../../parts/tables/usePages.ts'
import { WebhookDeliveriesDocument, type WebhookDeliveriesQuery, type WebhookEndpointFieldsFragment as Endpoint } from './Webhooks.gql.ts'
import { oneOf } from '../../parts/forms/oneOf.ts'

type Delivery = WebhookDeliveriesQuery['webhookDeliveries']['nodes'][number]

const STATUSES = ['pending', 'delivered', 'failed'] as const
/** Poll interval while deliveries are in progress. */
const RETRY_DELAY_MS = 2_000

/** Webhook deliveries, newest first. */
export function WebhookDeliveries({ endpoints }: { endpoints: readonly Endpoint[] }) {
  const t = useMessages('webhooks')
  const word = useWords()
  const format = useFormat()
  const search = useSearch({ from: '/signed-in/webhooks' })
  const navigate = useNavigate()
  const filter = { endpointId: search.endpoint, status: oneOf(STATUSES, search.status), eventType: search.event }
  const pages = usePages(WebhookDeliveriesDocument, filter, (data) => data.webhookDeliveries)
  const { rows, retry } = pages
  const isUnderWay = rows.some(({ status }) => status === 'pending')
  useEffect(() => {
    if (!isUnderWay) return
    const timer = setInterval(retry, RETRY_DELAY_MS)
    return () => clearInterval(timer)
  }, [isUnderWay, retry])
  const nameOf = ({ endpointId, url }: Delivery) => labelOf(endpoints.find(({ id }) => id === endpointId)) ?? url
  const subjectOf = (delivery: Delivery) =>
    isTest(delivery) ? t('testEvent') : t(delivery.eventType === 'call.completed' ? 'aboutCall' : 'aboutMessage', { id: delivery.eventId })
  const columns: Column<Delivery>[] = [
    {
      key: 'event',
      header: t('event'),
      width: 'minmax(130px, 1fr)',
      cell: ({ id, eventType }) => (
        <TextLink to="/webhooks" search={{ ...search, delivery: id }}>
          {word('event', eventType)}
        </TextLink>
      ),
    },
    { key: 'status', header: t('status'), cell: ({ status }) => <Status kind="delivery" value={status} /> },
    { key: 'attempts', header: t('attempts'), cell: ({ attemptCount }) => attemptCount, isNumber: true, isMinor: true },
    { key: 'answer', header: t('response'), cell: ({ attempts }) => <Answer of={attempts.at(-1)} />, isExtra: true },
    { key: 'about', header: t('subject'), cell: subjectOf, isMinor: true },
    ...(endpoints.length > 1 ? [{ key: 'endpoint', header: t('endpoint'), width: 'minmax(140px, 1fr)', cell: nameOf, isMinor: true }] : []),
    { key: 'created', header: t('created'), cell: ({ createdAt }) => format.moment(createdAt), isMinor: true },
  ]
  return (
    <Stack>
      <Group justify="space-between" align="flex-end">
        <Title order={2} size="h4">
          {t('log')}
        </Title>
        <Group gap="xs" className="filters">
          {endpoints.length > 1 && (
            <Select
              aria-label={t('endpoint')}
              placeholder={t('endpoint')}
              clearable
              data={endpoints.map((endpoint) => ({ value: endpoint.id, label: labelOf(endpoint) ?? t('off') }))}
              value={search.endpoint ?? null}
              onChange={(endpoint) => void navigate({ to: '/webhooks', search: { ...search, endpoint: endpoint ?? undefined } })}
            />
          )}
          <Select
            aria-label={t('status')}
            placeholder={t('status')}
            clearable
            data={STATUSES.map((value) => ({ value, label: word('delivery', value) }))}
            value={search.status ?? null}
            onChange={(status) => void navigate({ to: '/webhooks', search: { ...search, status: status ?? undefined } })}
          />
          <Select
            aria-label={t('event')}
            placeholder={t('event')}
            clearable
            data={EVENT_TYPES.map((value) => ({ value, label: word('event', value) }))}
            value={search.event ?? null}
            onChange={(event) => void navigate({ to: '/webhooks', search: { ...search, event: event ?? undefined } })}
          />
        </Group>
      </Group>
      <DataTable
        label={t('log')}
        columns={columns}
        rows={rows}
        rowKey={({ id }) => id}
        onOpen={({ id }) => void navigate({ to: '/webhooks', search: { ...search, delivery: id } })}
        isOpen={({ id }) => id === search.delivery}
        pages={pages}
        secondLine={(delivery) => `${subjectOf(delivery)} · ${format.moment(delivery.createdAt)}`}
        empty={
          <EmptyState icon={Webhook} title={t('empty')}>
            {t('emptyAbout')}
          </EmptyState>
        }
      />
    </Stack>
  )
}

/** HTTP status of the last response, and how long it took. */
function Answer({ of: attempt }: { of: Delivery['attempts'][number] | undefined }) {
  const t = useMessages('webhooks')
  if (!attempt) return '–'
  return attempt.status ? t('answered', { status: attempt.status, ms: attempt.latencyMs ?? 0 }) : t('noAnswer')
}

const labelOf = (endpoint: Endpoint | undefined) => endpoint?.description || endpoint?.url
