import { Badge, Button, Group, Stack, Text, Title } from '@mantine/core'
import { useId, useState } from 'react'
import { useFormat } from '../../format.ts'
import { useMessages, useWords } from '../../messages.ts'
import { useAction } from '../../parts/useAction.ts'
import { type AlertSettingsQuery, ResendAlertConfirmationDocument } from './Settings.gql.ts'
import { toneOf } from '../../theme/statusTones.ts'

type Settings = AlertSettingsQuery['alertSettings']
type Recipient = Omit<Settings['recipients'][number], '__typename'>

const DAY_MS = 86_400_000

/** Email recipients and whether each has confirmed. Owners and admins can send the confirmation again. */
export function AlertRecipients({ settings, canChange }: { settings: Settings; canChange: boolean }) {
  const t = useMessages('settings')
  const id = useId()
  return (
    <Stack component="section" gap="xs" mt="lg" maw={760} aria-labelledby={id}>
      <Title order={3} size="h5" id={id}>
        {t('recipients')}
      </Title>
      <Text size="sm" c="dimmed">
        {t('recipientsAbout')}
      </Text>
      {settings.emails.length === 0 ? (
        <Text size="sm">{t('noRecipients')}</Text>
      ) : (
        <Stack component="ul" gap="sm" p={0} m={0} style={{ listStyle: 'none' }}>
          {settings.emails.map((address) => (
            <RecipientRow key={address} recipient={recipientOf(settings, address)} canResend={canChange && settings.canSendEmail} />
          ))}
        </Stack>
      )}
    </Stack>
  )
}

/** Addresses from before confirmations existed are missing in `recipients`: they count as unconfirmed. */
const recipientOf = ({ recipients }: Settings, address: string): Recipient =>
  recipients.find((recipient) => recipient.address === address) ?? {
    address,
    status: 'pending',
    askedAt: null,
    confirmedAt: null,
    unsubscribedAt: null,
    error: null,
  }

function RecipientRow({ recipient, canResend }: { recipient: Recipient; canResend: boolean }) {
  const t = useMessages('settings')
  const word = useWords()
  const format = useFormat()
  const [now] = useState(Date.now)
  const [isQueued, setQueued] = useState(false)
  const [resend, isRunning] = useAction(ResendAlertConfirmationDocument)
  const { address, status, askedAt, error } = recipient
  const displayedStatus = status === 'pending' && error ? 'not_sent' : status
  const nextAt = askedAt ? Date.parse(askedAt) + DAY_MS : 0
  const ask = async () => {
    if (await resend({ address }, { success: t('resent', { address }) })) setQueued(true)
  }
  return (
    <Group component="li" justify="space-between" gap="xs">
      <Stack gap={2} miw={0} style={{ flex: '1 1 260px' }}>
        <Group gap="xs">
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {address}
          </Text>
          <Badge color={toneOf(displayedStatus)} variant="light">
            {word('recipient', displayedStatus)}
          </Badge>
        </Group>
        <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          <Detail recipient={recipient} />
          {canResend && status === 'pending' && nextAt > now && ` ${t('resendAfter', { moment: format.moment(new Date(nextAt).toISOString()) })}`}
        </Text>
      </Stack>
      {canResend && status === 'pending' && nextAt <= now && !isQueued && (
        <Button size="compact-sm" variant="default" loading={isRunning} onClick={() => void ask()} aria-label={t('resendTo', { address })}>
          {t('resend')}
        </Button>
      )}
    </Group>
  )
}

function Detail({ recipient: { status, askedAt, confirmedAt, unsubscribedAt, error } }: { recipient: Recipient }) {
  const t = useMessages('settings')
  const format = useFormat()
  if (status === 'confirmed') return t('confirmedOn', { moment: format.moment(confirmedAt) })
  if (status === 'unsubscribed') return t('unsubscribedOn', { moment: format.moment(unsubscribedAt) })
  if (error) return t('confirmationFailed', { reason: error })
  return askedAt ? t('confirmationSent', { moment: format.moment(askedAt) }) : t('confirmationNotSent')
}
