import { Group, Select, Stack, Title } from '@mantine/core'
import { useNavigate, useSearch } from '../../router/index.ts'
import { Webhook } from 'lucide-react'
import { useEffect } from 'react'
import { EVENT_TYPES } from '../../../../src/inputs/webhooks.ts'
import { useFormat } from '../../format.ts'
import { useMessages, useWords } from '../../messages.ts'
import { type Column, DataTable } from '../../parts/tables/DataTable.tsx'
import { TextLink } from '../../parts/page/links.tsx'
import { EmptyState } from '../../parts/page/States.tsx'
import { Status } from '../../parts/Status.tsx'
import { usePages } from '../../parts/tables/usePages.ts'
import { WebhookDeliveriesDocument, type WebhookDeliveriesQuery } from './Webhooks.gql.ts'
import { oneOf } from '../../parts/forms/oneOf.ts'

type Delivery = WebhookDeliveriesQuery['webhookDeliveries']['nodes'][number]

const STATUSES = ['pending', 'delivered', 'failed'] as const
/** Poll interval while deliveries are in progress. */
const RETRY_DELAY_MS = 2_000

/** Webhook deliveries, newest first. */
export function WebhookDeliveries() {
  const t = useMessages('webhooks')
  const word = useWords()
  const format = useFormat()
  const search = useSearch({ from: '/signed-in/webhooks' })
  const navigate = useNavigate()
  const pages = usePages(WebhookDeliveriesDocument, { status: oneOf(STATUSES, search.status), eventType: search.event }, (data) => data.webhookDeliveries)
  const { rows, retry } = pages
  const isUnderWay = rows.some(({ status }) => status === 'pending')
  useEffect(() => {
    if (!isUnderWay) return
    const timer = setInterval(retry, RETRY_DELAY_MS)
    return () => clearInterval(timer)
  }, [isUnderWay, retry])
  const columns: Column<Delivery>[] = [
    {
      key: 'event',
      header: t('event'),
      width: 'minmax(170px, 1fr)',
      cell: ({ id, eventType }) => (
        <TextLink to="/webhooks" search={{ ...search, delivery: id }}>
          {word('event', eventType)}
        </TextLink>
      ),
    },
    { key: 'status', header: t('status'), cell: ({ status }) => <Status kind="delivery" value={status} /> },
    { key: 'attempts', header: t('attempts'), cell: ({ attemptCount }) => attemptCount, isNumber: true, isMinor: true },
    { key: 'about', header: t('subject'), cell: ({ eventId }) => eventId, isMinor: true },
    { key: 'created', header: t('created'), cell: ({ createdAt }) => format.moment(createdAt), isMinor: true },
  ]
  return (
    <Stack>
      <Group justify="space-between" align="flex-end">
        <Title order={2} size="h4">
          {t('log')}
        </Title>
        <Group gap="xs">
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
        empty={
          <EmptyState icon={Webhook} title={t('empty')}>
            {t('emptyAbout')}
          </EmptyState>
        }
      />
    </Stack>
  )
}
