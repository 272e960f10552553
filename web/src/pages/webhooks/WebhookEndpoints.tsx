import { Alert, Button, Code, Text } from '@mantine/core'
import { Plus, Webhook } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { MAX_WEBHOOK_ENDPOINTS } from '../../../../src/inputs/webhooks.ts'
import { documentationLanguage, useLanguage } from '../../languages.ts'
import { useMessages, useWords } from '../../messages.ts'
import { TextLink } from '../../parts/page/links.tsx'
import { Section } from '../../parts/page/Section.tsx'
import { EmptyState } from '../../parts/page/States.tsx'
import { Status } from '../../parts/Status.tsx'
import { type Column, DataTable } from '../../parts/tables/DataTable.tsx'
import { CopyableLine, CopyableText } from '../../parts/text/Copy.tsx'
import { useCan } from '../../parts/viewer.tsx'
import type { WebhookEndpointFieldsFragment } from './Webhooks.gql.ts'
import { WebhookEndpointForm } from './WebhookEndpointForm.tsx'
import { WebhookEndpointMenu } from './WebhookEndpointMenu.tsx'

const SignatureChecker = lazy(() => import('./SignatureChecker.tsx').then((module) => ({ default: module.SignatureChecker })))

type Endpoint = WebhookEndpointFieldsFragment

/** The endpoints with their actions. A secret is displayed once, when it is created. */
export function WebhookEndpoints({ endpoints, signatureHeader }: { endpoints: readonly Endpoint[]; signatureHeader: string }) {
  const t = useMessages('webhooks')
  const word = useWords()
  const canChange = useCan('webhooks:write')
  const [edited, edit] = useState<Endpoint | 'new' | null>(null)
  const [checked, check] = useState<Endpoint | null>(null)
  const [secret, showSecret] = useState<string | null>(null)
  const columns: Column<Endpoint>[] = [
    {
      key: 'url',
      header: t('url'),
      width: 'minmax(140px, 2fr)',
      cell: ({ url }) => (url ? <CopyableLine value={url} name={t('url')} /> : <Text size="sm">{t('off')}</Text>),
    },
    { key: 'description', header: t('description'), width: 'minmax(120px, 1fr)', cell: ({ description }) => description, isMinor: true },
    {
      key: 'events',
      header: t('events'),
      width: 'minmax(120px, 1fr)',
      cell: ({ events }) => (events.length ? events.map((type) => word('event', type)).join(', ') : t('allEvents')),
      isMinor: true,
    },
    { key: 'status', header: t('status'), cell: ({ isEnabled }) => <Status kind="endpoint" value={isEnabled ? 'on' : 'off'} /> },
    {
      key: 'actions',
      header: t('actions'),
      cell: (endpoint) => <WebhookEndpointMenu endpoint={endpoint} onEdit={() => edit(endpoint)} onCheck={() => check(endpoint)} onSecret={showSecret} />,
    },
  ]
  const add = canChange && endpoints.length < MAX_WEBHOOK_ENDPOINTS && (
    <Button leftSection={<Plus size={16} aria-hidden />} onClick={() => edit('new')}>
      {t('add')}
    </Button>
  )
  return (
    <Section title={t('endpoints')} about={<About signatureHeader={signatureHeader} />} actions={endpoints.length > 0 && add}>
      <DataTable
        label={t('endpoints')}
        columns={columns}
        rows={endpoints}
        rowKey={({ id }) => id}
        empty={
          <EmptyState icon={Webhook} title={t('noEndpoints')} action={add}>
            {t('noEndpointsAbout')}
          </EmptyState>
        }
      />
      {secret && (
        <Alert color="good" title={t('secretOnce')} role="status">
          <CopyableText value={secret} name={t('secret')} />
        </Alert>
      )}
      {edited && <WebhookEndpointForm endpoint={edited === 'new' ? null : edited} onClose={() => edit(null)} onSecret={showSecret} />}
      {checked && (
        <Suspense>
          <SignatureChecker endpointId={checked.id} onClose={() => check(null)} />
        </Suspense>
      )}
    </Section>
  )
}

/** How receivers verify signatures. */
function About({ signatureHeader }: { signatureHeader: string }) {
  const t = useMessages('webhooks')
  const language = documentationLanguage(useLanguage())
  return (
    <>
      {t('signature')} <Code style={{ whiteSpace: 'nowrap' }}>{signatureHeader}</Code>{' '}
      <TextLink to="/docs/$language/$slug" params={{ language, slug: 'webhooks' }} underline="always">
        {t('verify')}
      </TextLink>
    </>
  )
}
