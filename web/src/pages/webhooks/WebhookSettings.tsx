import { Alert, Button, Card, Checkbox, Code, Group, Stack, Text, TextInput, Title } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { EVENT_TYPES, WebhookSettingsInput } from '../../../../src/inputs/webhooks.ts'
import { documentationLanguage, useLanguage } from '../../languages.ts'
import { useMessages, useWords } from '../../messages.ts'
import { useConfirm } from '../../parts/Confirm.tsx'
import { CopyableText } from '../../parts/text/Copy.tsx'
import { TextLink } from '../../parts/page/links.tsx'
import { useAction } from '../../parts/useAction.ts'
import { useAppForm } from '../../parts/forms/useAppForm.ts'
import { getErrorMessage } from '../../api/problems.ts'
import { useCan } from '../../parts/viewer.tsx'
import { UpdateWebhookSettingsDocument, type WebhookSettingsQuery } from './Webhooks.gql.ts'

const SignatureChecker = lazy(() => import('./SignatureChecker.tsx').then((module) => ({ default: module.SignatureChecker })))

type Settings = WebhookSettingsQuery['webhookSettings']

/** Endpoint URL, events, and signing secret. A secret is displayed once, when it is created. */
export function WebhookSettings({ settings }: { settings: Settings }) {
  const t = useMessages('webhooks')
  const [secret, show] = useState<string | null>(null)
  return (
    <Card withBorder>
      <Stack>
        <Title order={2} size="h4">
          {t('settings')}
        </Title>
        {useCan('webhooks:write') ? <Form settings={settings} onSecret={show} /> : <Facts settings={settings} />}
        {secret && (
          <Alert color="good" title={t('secretOnce')} role="status">
            <CopyableText value={secret} name={t('secret')} />
          </Alert>
        )}
        <Signature settings={settings} onSecret={show} />
      </Stack>
    </Card>
  )
}

function Form({ settings, onSecret }: { settings: Settings; onSecret: (secret: string) => void }) {
  const t = useMessages('webhooks')
  const common = useMessages('common')
  const word = useWords()
  const initial = { url: settings.url ?? '', events: settings.events.length ? [...settings.events] : [...EVENT_TYPES] }
  const form = useAppForm(initial, WebhookSettingsInput)
  const [update, isRunning] = useAction(UpdateWebhookSettingsDocument)
  const send = form.onSubmit(async ({ url, events }) => {
    const input = { url: url.trim() || null, events: events.length === EVENT_TYPES.length ? [] : events }
    const done = await update(
      { input },
      {
        success: common('saved'),
        handleError: (error) => form.showServerErrors(error) || (form.setFieldError('url', getErrorMessage(error, common('offline'))), true),
      },
    )
    if (done?.updateWebhookSettings.secret) onSecret(done.updateWebhookSettings.secret)
  })
  return (
    <form onSubmit={send} noValidate>
      <Stack>
        <TextInput label={t('url')} description={t('urlAbout')} placeholder="https://example.com/callwright" type="url" {...form.getInputProps('url')} />
        <Checkbox.Group label={t('events')} {...form.getInputProps('events')}>
          <Group mt="xs">
            {EVENT_TYPES.map((type) => (
              <Checkbox key={type} value={type} label={`${word('event', type)} (${type})`} />
            ))}
          </Group>
        </Checkbox.Group>
        <Group>
          <Button type="submit" loading={isRunning} disabled={form.getValues().events.length === 0}>
            {common('save')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function Facts({ settings }: { settings: Settings }) {
  const t = useMessages('webhooks')
  const word = useWords()
  const events = settings.events.length ? settings.events : [...EVENT_TYPES]
  return (
    <Stack gap={4}>
      <Text size="sm">{settings.url ? <CopyableText value={settings.url} name={t('url')} /> : t('off')}</Text>
      <Text size="sm">{events.map((type) => word('event', type)).join(', ')}</Text>
    </Stack>
  )
}

/** How receivers verify signatures, and secret rotation. */
function Signature({ settings, onSecret }: { settings: Settings; onSecret: (secret: string) => void }) {
  const t = useMessages('webhooks')
  const confirm = useConfirm()
  const language = documentationLanguage(useLanguage())
  const canChange = useCan('webhooks:write')
  const [update, isRunning] = useAction(UpdateWebhookSettingsDocument)
  const rotate = async () => {
    if (!(await confirm({ title: t('rotateTitle'), body: t('rotateBody'), action: t('rotate'), danger: true }))) return
    const done = await update({ input: { rotateSecret: true } })
    if (done?.updateWebhookSettings.secret) onSecret(done.updateWebhookSettings.secret)
  }
  const [isChecking, setChecking] = useState(false)
  if (!settings.secretSet) return null
  return (
    <Stack gap="xs" align="flex-start">
      <Text size="sm">
        {t('signature')} <Code>{settings.signatureHeader}</Code>{' '}
        <TextLink to="/docs/$language/$slug" params={{ language, slug: 'webhooks' }} underline="always">
          {t('verify')}
        </TextLink>
      </Text>
      <Group gap="xs">
        <Button variant="default" size="xs" onClick={() => setChecking(true)}>
          {t('checkOpen')}
        </Button>
        {canChange && (
          <Button variant="default" size="xs" onClick={() => void rotate()} loading={isRunning}>
            {t('rotate')}
          </Button>
        )}
      </Group>
      {isChecking && (
        <Suspense>
          <SignatureChecker onClose={() => setChecking(false)} />
        </Suspense>
      )}
    </Stack>
  )
}
