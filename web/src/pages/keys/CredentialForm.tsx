import { TextInput } from '@mantine/core'
import type { CombinedError } from 'urql'
import { z } from 'zod'
import { ApiKeyInput } from '../../../../src/inputs/apiKeys.ts'
import { type MessageKey, useMessages } from '../../messages.ts'
import { FormLayout } from '../../parts/forms/FormLayout.tsx'
import { useAppForm } from '../../parts/forms/useAppForm.ts'
import { ScopePicker } from './ScopePicker.tsx'
import { Dialog } from '../../parts/page/Dialog.tsx'

interface NewCredential {
  name: string
  scopes: string[]
  /** ISO 8601. `null` for no expiry. */
  expiresAt: string | null
}

export interface CredentialFormProps {
  title: string
  nameAbout: MessageKey<'keys'>
  expiresAbout: MessageKey<'keys'>
  /** Default expiry date, and the latest one allowed. */
  expiresOn?: string
  latest?: string
  isRunning: boolean
  /** Creates the credential. Returns whether it succeeded. */
  onCreate: (input: NewCredential, handleError: (error: CombinedError) => boolean) => Promise<boolean>
  onClose: () => void
}

/** Form of a new key or token. It offers only scopes that the user has. */
export function CredentialForm({ title, nameAbout, expiresAbout, expiresOn = '', latest, isRunning, onCreate, onClose }: CredentialFormProps) {
  const t = useMessages('keys')
  const common = useMessages('common')
  const form = useAppForm(
    { name: '', scopes: [] as string[], expiresOn },
    ApiKeyInput.pick({ name: true }).extend({ scopes: z.array(z.string()).refine((scopes) => scopes.length > 0, { error: t('scopesRequired') }) }),
  )
  const send = form.onSubmit(async ({ name, scopes, expiresOn: lastDay }) => {
    const expiresAt = lastDay ? new Date(`${lastDay}T23:59:59`).toISOString() : null
    if (await onCreate({ name, scopes, expiresAt }, form.showServerErrors)) onClose()
  })
  return (
    <Dialog onClose={onClose} size="lg" title={title}>
      <FormLayout onSubmit={send} action={common('create')} isRunning={isRunning} onCancel={onClose}>
        <TextInput label={common('name')} description={t(nameAbout)} required data-autofocus {...form.getInputProps('name')} />
        <ScopePicker description={t('scopesAbout')} {...form.getInputProps('scopes')} />
        <TextInput type="date" label={t('expires')} description={t(expiresAbout)} max={latest} {...form.getInputProps('expiresOn')} />
      </FormLayout>
    </Dialog>
  )
}
