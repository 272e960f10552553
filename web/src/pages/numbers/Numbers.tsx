import { Button, Group, SegmentedControl, Text, ThemeIcon, Tooltip } from '@mantine/core'
import { useNavigate, useSearch } from '../../router/index.ts'
import { Cable, Plus, TriangleAlert } from 'lucide-react'
import { useFormat } from '../../format.ts'
import { useMessages, useWords } from '../../messages.ts'
import { Copy } from '../../parts/text/Copy.tsx'
import { type Column, DataTable } from '../../parts/tables/DataTable.tsx'
import { ButtonLink, TextLink } from '../../parts/page/links.tsx'
import { Page } from '../../parts/page/Page.tsx'
import { EmptyState } from '../../parts/page/States.tsx'
import { usePages } from '../../parts/tables/usePages.ts'
import { useAlertText } from '../../parts/text/useAlertText.ts'
import { useCan } from '../../parts/viewer.tsx'
import { ConnectNumber } from './ConnectNumber.tsx'
import { useNumberAlerts } from './NumberAlerts.tsx'
import { NumbersDocument, type NumbersQuery } from './Numbers.gql.ts'
import { SmsBadge } from '../carriers/SmsReadiness.tsx'
import { PhoneNumber as PhoneNumberText } from '../../parts/text/PhoneNumber.tsx'

type PhoneNumber = NumbersQuery['phoneNumbers']['nodes'][number]

/** Phone numbers page: connected and disconnected numbers. */
export function Numbers() {
  const t = useMessages('numbers')
  const { status, link } = useSearch({ from: '/signed-in/numbers' })
  const navigate = useNavigate()
  const canChange = useCan('numbers:write')
  const isActive = status !== 'released'
  return (
    <Page
      title={t('title')}
      about={t('about')}
      actions={
        <>
          <ButtonLink to="/carriers" variant="default" leftSection={<Cable size={16} aria-hidden />}>
            {t('carriers')}
          </ButtonLink>
          {canChange && <LinkButton />}
        </>
      }
    >
      <SegmentedControl
        aria-label={t('which')}
        value={isActive ? 'active' : 'released'}
        onChange={(value) => void navigate({ to: '/numbers', search: value === 'released' ? { status: value } : {} })}
        data={[
          { value: 'active', label: t('active') },
          { value: 'released', label: t('disconnectedNumbers') },
        ]}
        style={{ alignSelf: 'flex-start' }}
      />
      <List isActive={isActive} />
      {canChange && link !== undefined && <ConnectNumber by={link} onClose={() => void navigate({ to: '/numbers', search: { status } })} />}
    </Page>
  )
}

function LinkButton() {
  const t = useMessages('numbers')
  const navigate = useNavigate()
  return (
    <Button leftSection={<Plus size={16} aria-hidden />} onClick={() => void navigate({ to: '/numbers', search: { link: 'carrier' } })}>
      {t('connectNumber')}
    </Button>
  )
}

function List({ isActive }: { isActive: boolean }) {
  const t = useMessages('numbers')
  const format = useFormat()
  const navigate = useNavigate()
  const canChange = useCan('numbers:write')
  const alerts = useNumberAlerts()
  const alertText = useAlertText()
  const problemOf = (id: string) => {
    const alert = alerts.find(({ subject }) => subject === id)
    return alert && alertText(alert).title
  }
  const pages = usePages(NumbersDocument, { isActive }, (data) => data.phoneNumbers)
  const columns: Column<PhoneNumber>[] = [
    {
      key: 'number',
      header: t('number'),
      width: 'minmax(178px, 2.2fr)',
      cell: (number) => <NumberCell {...number} problem={problemOf(number.id)} />,
    },
    { key: 'carrier', header: t('carrier'), width: 'minmax(140px, 1fr)', cell: (number) => <CarrierCell {...number} />, isMinor: true },
    { key: 'country', header: t('country'), width: 'minmax(120px, 1fr)', cell: ({ country }) => format.country(country), isExtra: true },
    ...(isActive
      ? ([
          {
            key: 'sms',
            header: t('sms'),
            cell: ({ smsReady, smsMissing }) => <SmsBadge isReady={smsReady} missing={smsMissing} />,
          },
          { key: 'inbound', header: t('inbound'), width: 'minmax(150px, 1.6fr)', cell: (number) => <InboundCell {...number} />, isMinor: true },
        ] satisfies Column<PhoneNumber>[])
      : []),
    { key: 'since', header: t('connectedAt'), cell: ({ createdAt }) => format.day(createdAt), isExtra: true },
  ]
  return (
    <DataTable
      key={String(isActive)}
      label={t(isActive ? 'title' : 'disconnectedNumbers')}
      columns={columns}
      rows={pages.rows}
      rowKey={({ id }) => id}
      pages={pages}
      secondLine={({ label }) => label}
      onOpen={({ id }) => void navigate({ to: '/numbers/$id', params: { id } })}
      empty={
        <EmptyState icon={Cable} title={t(isActive ? 'empty' : 'emptyDisconnected')} action={isActive && canChange ? <LinkButton /> : undefined}>
          {t(isActive ? 'emptyAbout' : 'emptyDisconnectedAbout')}
        </EmptyState>
      }
    />
  )
}

function NumberCell({ id, phoneNumber, label, problem }: PhoneNumber & { problem?: string }) {
  return (
    <Group gap={6} wrap="nowrap">
      <TextLink to="/numbers/$id" params={{ id }} fw={500}>
        <PhoneNumberText number={phoneNumber} />
      </TextLink>
      <Copy value={phoneNumber} name={phoneNumber} />
      {label && (
        <Text size="xs" c="dimmed" truncate title={label} visibleFrom="sm">
          {label}
        </Text>
      )}
      {problem && (
        <Tooltip label={problem}>
          <ThemeIcon variant="light" color="warn" size="sm" role="img" aria-label={problem}>
            <TriangleAlert size={14} aria-hidden />
          </ThemeIcon>
        </Tooltip>
      )}
    </Group>
  )
}

function CarrierCell({ carrier, externalOwnerId }: PhoneNumber) {
  const word = useWords()
  return (
    <Group gap="xs" wrap="nowrap">
      {word('carrier', carrier)}
      {externalOwnerId && (
        <Text size="xs" c="dimmed" truncate title={externalOwnerId}>
          {externalOwnerId}
        </Text>
      )}
    </Group>
  )
}

function InboundCell({ inboundEnabled, inboundAgent, assistantRequestUrl }: PhoneNumber) {
  const t = useMessages('numbers')
  if (!inboundEnabled)
    return (
      <Text size="sm" c="dimmed">
        {t('inboundOff')}
      </Text>
    )
  return (
    <Group gap="xs" wrap="nowrap">
      {inboundAgent ? (
        <TextLink to="/agents/$id" params={{ id: inboundAgent.id }} style={{ flexShrink: 0, maxWidth: '75%', overflow: 'hidden', textOverflow: 'ellipsis' }}>
          {inboundAgent.name}
        </TextLink>
      ) : (
        t('inboundServer')
      )}
      {inboundAgent && assistantRequestUrl && (
        <Text size="xs" c="dimmed" truncate title={t('inboundServerFirst')}>
          {t('inboundServerFirst')}
        </Text>
      )}
    </Group>
  )
}
