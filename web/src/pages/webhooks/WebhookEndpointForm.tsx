import { Checkbox, Group, Switch, TextInput } from '@mantine/core'
import { EVENT_TYPES, WebhookEndpointInput } from '../../../../src/inputs/webhooks.ts'
import { useMessages, useWords } from '../../messages.ts'
import { problemOf } from '../../api/problems.ts'
import { ErrorText } from '../../parts/text/ErrorText.tsx'
import { FormLayout } from '../../parts/forms/FormLayout.tsx'
import { useAppForm } from '../../parts/forms/useAppForm.ts'
import { Dialog } from '../../parts/page/Dialog.tsx'
import { useAction } from '../../parts/useAction.ts'
import { CreateWebhookEndpointDocument, UpdateWebhookEndpointDocument, type WebhookEndpointFieldsFragment } from './Webhooks.gql.ts'

interface FormProps {
  /** The endpoint to change; null for a new one. */
  endpoint: WebhookEndpointFieldsFragment | null
  onClose: () => void
  onSecret: (secret: string) => void
}

/** Dialog that adds or changes an endpoint. */
export function WebhookEndpointForm({ endpoint, onClose, onSecret }: FormProps) {
  const t = useMessages('webhooks')
  const common = useMessages('common')
  const word = useWords()
  const initial = {
    url: endpoint?.url ?? '',
    description: endpoint?.description ?? '',
    events: endpoint?.events.length ? [...endpoint.events] : [...EVENT_TYPES],
    isEnabled: endpoint?.isEnabled ?? true,
  }
  const form = useAppForm(initial, WebhookEndpointInput)
  const [create, isCreating] = useAction(CreateWebhookEndpointDocument)
  const [update, isUpdating] = useAction(UpdateWebhookEndpointDocument)
  const send = form.onSubmit(async (values) => {
    const url = values.url.trim()
    if (!url) return form.setFieldError('url', common('required'))
    const input = { ...values, url, events: values.events.length === EVENT_TYPES.length ? [] : values.events }
    const handleError = (error: Error) => form.showServerErrors(error) || (form.setFieldError('url', <ErrorText problem={problemOf(error)} />), true)
    const options = { success: common('saved'), handleError }
    const done = endpoint
      ? (await update({ id: endpoint.id, input }, options))?.updateWebhookEndpoint
      : (await create({ input }, options))?.createWebhookEndpoint
    if (!done) return
    if (done.secret) onSecret(done.secret)
    onClose()
  })
  return (
    <Dialog onClose={onClose} title={t(endpoint ? 'editTitle' : 'addTitle')} size="lg">
      <FormLayout
        onSubmit={send}
        action={endpoint ? common('save') : t('add')}
        isRunning={isCreating || isUpdating}
        isDisabled={form.getValues().events.length === 0}
        onCancel={onClose}
      >
        <TextInput
          label={t('url')}
          description={t('urlAbout')}
          placeholder="https://example.com/callwright"
          type="url"
          required
          data-autofocus
          {...form.getInputProps('url')}
        />
        <TextInput label={t('description')} description={t('descriptionAbout')} maxLength={200} {...form.getInputProps('description')} />
        <Checkbox.Group label={t('events')} {...form.getInputProps('events')}>
          <Group mt="xs">
            {EVENT_TYPES.map((type) => (
              <Checkbox key={type} value={type} label={`${word('event', type)} (${type})`} />
            ))}
          </Group>
        </Checkbox.Group>
        <Switch label={t('enabled')} description={t('enabledAbout')} {...form.getInputProps('isEnabled', { type: 'checkbox' })} />
      </FormLayout>
    </Dialog>
  )
}
