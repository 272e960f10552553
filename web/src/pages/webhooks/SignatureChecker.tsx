import { Alert, PasswordInput, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import { useClient } from 'urql'
import { SignatureCheckInput } from '../../../../src/inputs/webhooks.ts'
import { useMessages } from '../../messages.ts'
import { FormLayout } from '../../parts/forms/FormLayout.tsx'
import { useAppForm } from '../../parts/forms/useAppForm.ts'
import { Dialog } from '../../parts/page/Dialog.tsx'
import { useErrorToast } from '../../parts/useAction.ts'
import { CheckWebhookSignatureDocument, type CheckWebhookSignatureQuery } from './SignatureChecker.gql.ts'

type Result = CheckWebhookSignatureQuery['checkWebhookSignature']

/** Dialog that checks a received webhook request and says why its signature doesn't match. */
export function SignatureChecker({ endpointId, onClose }: { endpointId: string; onClose: () => void }) {
  const t = useMessages('webhooks')
  const common = useMessages('common')
  const client = useClient()
  const showError = useErrorToast()
  const form = useAppForm({ headers: '', body: '', secret: '' }, SignatureCheckInput)
  const [result, setResult] = useState<Result | null>(null)
  const [isRunning, setRunning] = useState(false)
  const check = form.onSubmit(async (input) => {
    setRunning(true)
    const { data, error } = await client
      .query(CheckWebhookSignatureDocument, { input: { ...input, endpointId } }, { requestPolicy: 'network-only' })
      .toPromise()
    setRunning(false)
    setResult(data?.checkWebhookSignature ?? null)
    if (error && !form.showServerErrors(error)) showError(error)
  })
  return (
    <Dialog onClose={onClose} title={t('checkTitle')} size="lg">
      <FormLayout onSubmit={check} action={t('checkAction')} isRunning={isRunning} onCancel={onClose} cancelLabel={common('close')}>
        <Textarea
          label={t('checkHeaders')}
          description={t('checkHeadersAbout')}
          placeholder={'X-Service-Signature: sha256=…\nX-Service-Timestamp: 1795168800'}
          rows={4}
          spellCheck={false}
          data-autofocus
          {...form.getInputProps('headers')}
        />
        <Textarea label={t('checkBody')} description={t('checkBodyAbout')} rows={6} spellCheck={false} {...form.getInputProps('body')} />
        <PasswordInput
          label={t('checkSecret')}
          description={t('checkSecretAbout')}
          autoComplete="off"
          visibilityToggleButtonProps={{ 'aria-label': t('showSecret'), tabIndex: 0 }}
          {...form.getInputProps('secret')}
        />
        <div role="status">{result && <Verdict result={result} />}</div>
      </FormLayout>
    </Dialog>
  )
}

function Verdict({ result: { verdict, ageSeconds } }: { result: Result }) {
  const t = useMessages('webhooks')
  const isValid = verdict === 'valid'
  return (
    <Alert color={isValid ? 'good' : 'bad'} title={t(isValid ? 'checkValid' : 'checkInvalid')}>
      <Text size="sm">{t(`verdict_${verdict}`)}</Text>
      {ageSeconds !== null && <Text size="sm">{t('checkAge', { minutes: Math.max(0, Math.round(ageSeconds / 60)) })}</Text>}
    </Alert>
  )
}
