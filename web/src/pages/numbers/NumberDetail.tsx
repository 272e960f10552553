import { Alert, Button, Card, Group, SimpleGrid, Stack, Text, TextInput, Title } from '@mantine/core'
import { useParams } from '../../router/index.ts'
import type { ReactNode } from 'react'
import { useQuery } from 'urql'
import { NumberInput } from '../../../../src/inputs/numbers.ts'
import { useFormat } from '../../format.ts'
import { useMessages, useWords } from '../../messages.ts'
import { useConfirm } from '../../parts/Confirm.tsx'
import { CopyableText } from '../../parts/text/Copy.tsx'
import { ButtonLink, TextLink } from '../../parts/page/links.tsx'
import { Page } from '../../parts/page/Page.tsx'
import { QueryResult } from '../../parts/page/States.tsx'
import { useAction } from '../../parts/useAction.ts'
import { FormRow } from '../../parts/forms/FormRow.tsx'
import { useAppForm } from '../../parts/forms/useAppForm.ts'
import { useCan } from '../../parts/viewer.tsx'
import { UpdateNumberLabelDocument, NumberDocument, type NumberFieldsFragment, DisconnectNumberDocument } from './NumberDetail.gql.ts'
import { NumberInbound } from './NumberInbound.tsx'
import { type NumberAlert, NumberAlerts, useNumberAlerts } from './NumberAlerts.tsx'
import { SmsBadge, SmsMissing } from '../carriers/SmsReadiness.tsx'
import { CopyableNumber } from '../../parts/text/ContactLink.tsx'

/** Page of one number: details, inbound routing, SMS readiness, and disconnecting. */
export function NumberDetail() {
  const { id } = useParams({ from: '/signed-in/numbers/$id' })
  const result = useQuery({ query: NumberDocument, variables: { id } })
  const alerts = useNumberAlerts().filter(({ subject }) => subject === id)
  return <QueryResult result={result}>{({ phoneNumber }) => <NumberContent key={phoneNumber.id} number={phoneNumber} alerts={alerts} />}</QueryResult>
}

function NumberContent({ number, alerts }: { number: NumberFieldsFragment; alerts: readonly NumberAlert[] }) {
  const t = useMessages('numbers')
  const canChange = useCan('numbers:write') && number.isActive
  const { id, phoneNumber, label, isActive, smsReady, smsMissing } = number
  return (
    <Page
      title={phoneNumber}
      about={label}
      actions={
        <>
          <ButtonLink variant="default" to="/calls" search={{ number: phoneNumber }}>
            {t('itsCalls')}
          </ButtonLink>
          <ButtonLink variant="default" to="/messages" search={{ number: id }}>
            {t('itsMessages')}
          </ButtonLink>
          {canChange && <Disconnect number={number} />}
        </>
      }
    >
      {!isActive && (
        <Alert color="gray" title={t('isDisconnected')}>
          {t('isDisconnectedAbout')}
        </Alert>
      )}
      <NumberAlerts alerts={alerts} />
      <SimpleGrid cols={{ base: 1, lg: 2 }}>
        <Section title={t('facts')}>
          <Facts number={number} />
          {canChange && <Label id={id} label={label ?? ''} />}
        </Section>
        {isActive && (
          <Section title={t('sms')} aside={<SmsBadge isReady={smsReady} missing={smsMissing} />}>
            <Sms number={number} />
          </Section>
        )}
      </SimpleGrid>
      {isActive && (
        <Section title={t('inbound')}>
          <NumberInbound number={number} />
        </Section>
      )}
    </Page>
  )
}

function Section({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
  return (
    <Card withBorder component="section">
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h4">
          {title}
        </Title>
        {aside}
      </Group>
      <Stack>{children}</Stack>
    </Card>
  )
}

function Facts({ number: { id, phoneNumber, country, carrier, connectionId, externalOwnerId, voiceEngines, createdAt } }: { number: NumberFieldsFragment }) {
  const t = useMessages('numbers')
  const common = useMessages('common')
  const word = useWords()
  const format = useFormat()
  const facts: [string, ReactNode][] = [
    [t('number'), <CopyableNumber key="number" number={phoneNumber} />],
    [common('id'), <CopyableText key="id" value={id} name={common('id')} />],
    [t('country'), format.country(country)],
    [
      t('carrier'),
      connectionId ? (
        <TextLink key="carrier" to="/carriers" hash={`connection-${connectionId}`}>
          {word('carrier', carrier)}
        </TextLink>
      ) : (
        word('carrier', carrier)
      ),
    ],
    ...(externalOwnerId ? ([[t('owner'), externalOwnerId]] satisfies [string, ReactNode][]) : []),
    [t('engines'), voiceEngines.map((engine) => word('engine', engine)).join(', ') || common('none')],
    [t('connectedAt'), format.moment(createdAt)],
  ]
  return (
    <SimpleGrid component="dl" cols={2} spacing="xs" verticalSpacing={6} m={0}>
      {facts.map(([name, value]) => (
        <Group key={name} component="div" gap={0} style={{ display: 'contents' }}>
          <Text component="dt" size="sm" c="dimmed">
            {name}
          </Text>
          <Text component="dd" size="sm" m={0} style={{ overflowWrap: 'anywhere' }}>
            {value}
          </Text>
        </Group>
      ))}
    </SimpleGrid>
  )
}

function Label({ id, label }: { id: string; label: string }) {
  const t = useMessages('numbers')
  const common = useMessages('common')
  const form = useAppForm({ label }, NumberInput)
  const [save, isRunning] = useAction(UpdateNumberLabelDocument)
  const send = form.onSubmit(async (input) => {
    if (await save({ id, input }, { success: common('saved'), handleError: form.showServerErrors })) form.resetDirty()
  })
  return (
    <FormRow onSubmit={send} action={common('save')} isRunning={isRunning} isDisabled={!form.isDirty()}>
      <TextInput label={t('label')} {...form.getInputProps('label')} />
    </FormRow>
  )
}

function Sms({ number: { smsReady, smsMissing, carrier, connectionId } }: { number: NumberFieldsFragment }) {
  const t = useMessages('numbers')
  const isWhole = smsReady && smsMissing.length === 0
  return (
    <>
      <Text size="sm">{t(isWhole ? 'smsReadyAbout' : smsReady ? 'smsOnlyOutAbout' : carrier === 'sip' ? 'smsTrunkAbout' : 'smsNotReadyAbout')}</Text>
      {carrier !== 'sip' && smsMissing.length > 0 && <SmsMissing missing={smsMissing} />}
      {connectionId && smsMissing.length > 0 && (
        <TextLink to="/carriers" hash={`connection-${connectionId}`}>
          {t('toConnection')}
        </TextLink>
      )}
    </>
  )
}

function Disconnect({ number: { id, phoneNumber } }: { number: NumberFieldsFragment }) {
  const t = useMessages('numbers')
  const confirm = useConfirm()
  const [release, isRunning] = useAction(DisconnectNumberDocument)
  const ask = async () => {
    const isSure = await confirm({
      title: t('disconnectNumberTitle', { number: phoneNumber }),
      body: t('disconnectNumberBody'),
      action: t('disconnectNumber'),
      danger: true,
    })
    if (isSure) await release({ id }, { success: t('disconnectedNumber', { number: phoneNumber }) })
  }
  return (
    <Button variant="default" c="bad" onClick={() => void ask()} loading={isRunning}>
      {t('disconnectNumber')}
    </Button>
  )
}
