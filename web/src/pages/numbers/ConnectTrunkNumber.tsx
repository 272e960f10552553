import { Group, PasswordInput, Text, TextInput } from '@mantine/core'
import { z } from 'zod'
import { LinkInput, VOICE_ENGINES } from '../../../../src/inputs/numbers.ts'
import { useMessages } from '../../messages.ts'
import { useAction } from '../../parts/useAction.ts'
import { FormLayout } from '../../parts/forms/FormLayout.tsx'
import { useAppForm } from '../../parts/forms/useAppForm.ts'
import { VoiceProviderSelect } from '../../parts/forms/VoiceProviderSelect.tsx'
import { ConnectNumberDocument, type VoiceEngine } from './ConnectNumber.gql.ts'

const EMPTY = {
  phoneNumber: '',
  label: '',
  externalOwnerId: '',
  sip: { termination_uri: '', username: '', password: '' },
  voiceEngine: VOICE_ENGINES[0] as VoiceEngine,
}

/** Converts form values to API input without empty fields. */
const inputOf = ({ phoneNumber, label, externalOwnerId, sip, voiceEngine }: typeof EMPTY) => ({
  phoneNumber: phoneNumber.trim(),
  carrier: 'sip',
  label: label.trim() || null,
  externalOwnerId: externalOwnerId.trim() || null,
  sip: { termination_uri: sip.termination_uri.trim(), username: sip.username || null, password: sip.password || null },
  voiceEngine,
})
const Rules = z.preprocess((values) => inputOf(values as typeof EMPTY), LinkInput)

/** Connects a number of any carrier through its SIP trunk. */
export function ConnectTrunkNumber({ onClose }: { onClose: () => void }) {
  const t = useMessages('numbers')
  const form = useAppForm(EMPTY, Rules)
  const [link, isRunning] = useAction(ConnectNumberDocument)
  const send = form.onSubmit(async (values) => {
    const input = inputOf(values)
    if (await link({ input }, { success: t('connectedNumber', { number: input.phoneNumber }), handleError: form.showErrors })) onClose()
  })
  return (
    <FormLayout
      onSubmit={send}
      problem={{ title: t('notConnectedNumber'), text: form.problem }}
      onCancel={onClose}
      action={t('connectNumber')}
      isRunning={isRunning}
    >
      <Text size="sm" c="dimmed">
        {t('byTrunkAbout')}
      </Text>
      <TextInput label={t('number')} placeholder="+14155550123" type="tel" required {...form.getInputProps('phoneNumber')} />
      <TextInput label={t('label')} description={t('labelAbout')} {...form.getInputProps('label')} />
      <TextInput
        label={t('terminationUri')}
        description={t('terminationUriAbout')}
        placeholder="sip.example.com"
        required
        spellCheck={false}
        {...form.getInputProps('sip.termination_uri')}
      />
      <Group grow align="flex-start">
        <TextInput label={t('trunkUser')} autoComplete="off" {...form.getInputProps('sip.username')} />
        <PasswordInput label={t('trunkPassword')} autoComplete="new-password" {...form.getInputProps('sip.password')} />
      </Group>
      <VoiceProviderSelect {...form.getInputProps('voiceEngine')} />
      <TextInput label={t('owner')} description={t('ownerAbout')} {...form.getInputProps('externalOwnerId')} />
    </FormLayout>
  )
}
