import { Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import { useFormat } from '../../format.ts'
import { type MessageKey, useMessages, useWords } from '../../messages.ts'
import { useConfirm } from '../../parts/Confirm.tsx'
import { CopyableText } from '../../parts/text/Copy.tsx'
import { ButtonLink, TextLink } from '../../parts/page/links.tsx'
import { useAction } from '../../parts/useAction.ts'
import { useCan } from '../../parts/viewer.tsx'
import { type Carrier, type CarrierConnectionFieldsFragment, DisconnectCarrierDocument } from './Carriers.gql.ts'
import { SmsBadge, SmsMissing } from './SmsReadiness.tsx'

/** Where to set the inbound message URL, for carriers that don't set it per number. */
const URL_LOCATIONS: Partial<Record<Carrier, MessageKey<'numbers'>>> = { sinch: 'addressSinch', telnyx: 'addressTelnyx', vonage: 'addressVonage' }

interface CarrierAccountProps {
  account: CarrierConnectionFieldsFragment
}

/** A carrier account: owner, SMS readiness, inbound URL, and actions. */
export function CarrierAccount({ account }: CarrierAccountProps) {
  const t = useMessages('numbers')
  const word = useWords()
  const { id, carrier, externalOwnerId, smsReady, smsMissing } = account
  return (
    <Card withBorder component="section" id={`connection-${id}`} aria-labelledby={`connection-name-${id}`}>
      <Stack gap="sm" h="100%">
        <Group justify="space-between" wrap="nowrap" align="flex-start">
          <div style={{ minWidth: 0 }}>
            <Title order={2} size="h4" id={`connection-name-${id}`}>
              {word('carrier', carrier)}
            </Title>
            <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
              {externalOwnerId ? t('ownedBy', { owner: externalOwnerId }) : t('ownAccount')}
            </Text>
          </div>
          <SmsBadge isReady={smsReady} missing={smsMissing} />
        </Group>
        <Facts account={account} />
        {smsMissing.length > 0 && (
          <div>
            <Text size="sm" mb={4}>
              {t('smsNotReadyAbout')}
            </Text>
            <SmsMissing missing={smsMissing} />
          </div>
        )}
        <Inbound account={account} />
        {useCan('numbers:write') && <Actions account={account} />}
      </Stack>
    </Card>
  )
}

function Facts({ account: { accountId, numbers, verifiedAt } }: CarrierAccountProps) {
  const t = useMessages('numbers')
  const format = useFormat()
  return (
    <Group gap="sm">
      <CopyableText value={accountId} name={t('accountId')} />
      <TextLink to="/numbers">{t('numbersConnected', { count: numbers })}</TextLink>
      <Text size="sm" c="dimmed" title={format.exact(verifiedAt)}>
        {t('verified', { ago: format.ago(verifiedAt) })}
      </Text>
    </Group>
  )
}

function Inbound({ account: { carrier, inboundUrl, webhookVerifiedAt } }: CarrierAccountProps) {
  const t = useMessages('numbers')
  const format = useFormat()
  return (
    <div>
      <Text size="sm" fw={600}>
        {t(inboundUrl ? 'address' : 'webhook')}
      </Text>
      {inboundUrl && <CopyableText value={inboundUrl} name={t('address')} />}
      {inboundUrl && <Text size="sm">{t(URL_LOCATIONS[carrier] ?? 'addressNumber')}</Text>}
      <Text size="sm" c="dimmed">
        {webhookVerifiedAt ? t('webhookVerified', { moment: format.moment(webhookVerifiedAt) }) : t('webhookNotVerified')}
      </Text>
    </div>
  )
}

function Actions({ account: { id, carrier, numbers } }: CarrierAccountProps) {
  const t = useMessages('numbers')
  const word = useWords()
  const confirm = useConfirm()
  const [disconnect, isRunning] = useAction(DisconnectCarrierDocument)
  const name = word('carrier', carrier)
  const ask = async () => {
    const isSure = await confirm({ title: t('disconnectTitle', { carrier: name }), body: t('disconnectBody'), action: t('disconnect'), danger: true })
    if (isSure) await disconnect({ id }, { success: t('disconnected', { carrier: name }) })
  }
  return (
    <Stack gap={4} mt="auto">
      <Group gap="xs">
        <ButtonLink size="xs" variant="light" to="/numbers" search={{ link: 'carrier' }}>
          {t('linkIts')}
        </ButtonLink>
        <ButtonLink size="xs" variant="default" to="/carriers" search={{ connection: id }} aria-label={t('replaceOf', { carrier: name })}>
          {t('replace')}
        </ButtonLink>
        <Button
          size="xs"
          variant="default"
          disabled={numbers > 0}
          onClick={() => void ask()}
          loading={isRunning}
          aria-label={t('disconnectOf', { carrier: name })}
        >
          {t('disconnect')}
        </Button>
      </Group>
      {numbers > 0 && (
        <Text size="xs" c="dimmed">
          {t('disconnectFirst')}
        </Text>
      )}
    </Stack>
  )
}
