import { Button, Group, Modal, Stack, TextInput } from '@mantine/core'
import type { CombinedError } from 'urql'
import { ApiKeyInput } from '../../../../src/inputs/apiKeys.ts'
import { type Key, useMessages } from '../../messages.ts'
import { useAppForm } from '../../parts/useAppForm.ts'
import { ScopePicker } from './ScopePicker.tsx'

interface NewCredential {
  name: string
  scopes: string[]
  /** A moment, ISO 8601; null says nothing of an end. */
  expiresAt: string | null
}

export interface CredentialNewProps {
  title: string
  nameAbout: Key<'keys'>
  expiresAbout: Key<'keys'>
  /** The last day on which it works, as it is offered at first, and the last that there may be. */
  expiresOn?: string
  latest?: string
  isRunning: boolean
  /** Makes it; answers whether it was made. */
  onCreate: (input: NewCredential, refused: (error: CombinedError) => boolean) => Promise<boolean>
  onClose: () => void
}

/** Makes a key or a token that can do what is ticked, and nothing its maker cannot. */
export function CredentialNew({ title, nameAbout, expiresAbout, expiresOn = '', latest, isRunning, onCreate, onClose }: CredentialNewProps) {
  const t = useMessages('keys')
  const common = useMessages('common')
  const form = useAppForm({ name: '', scopes: [] as string[], expiresOn }, ApiKeyInput.pick({ name: true, scopes: true }))
  const send = form.onSubmit(async ({ name, scopes, expiresOn: lastDay }) => {
    const expiresAt = lastDay ? new Date(`${lastDay}T23:59:59`).toISOString() : null
    if (await onCreate({ name, scopes, expiresAt }, form.refused)) onClose()
  })
  return (
    <Modal opened onClose={onClose} size="lg" title={title} closeButtonProps={{ 'aria-label': common('close') }}>
      <form onSubmit={send} noValidate>
        <Stack>
          <TextInput label={common('name')} description={t(nameAbout)} required data-autofocus {...form.getInputProps('name')} />
          <ScopePicker description={t('scopesAbout')} {...form.getInputProps('scopes')} />
          <TextInput type="date" label={t('expires')} description={t(expiresAbout)} max={latest} {...form.getInputProps('expiresOn')} />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {common('cancel')}
            </Button>
            <Button type="submit" loading={isRunning} disabled={form.getValues().scopes.length === 0}>
              {common('create')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
