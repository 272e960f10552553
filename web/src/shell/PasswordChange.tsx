import { Checkbox, PasswordInput, Text } from '@mantine/core'
import { PasswordChangeInput } from '../../../src/inputs/accounts.ts'
import { useMessages } from '../messages.ts'
import { useAction } from '../parts/useAction.ts'
import { FormLayout } from '../parts/forms/FormLayout.tsx'
import { useAppForm } from '../parts/forms/useAppForm.ts'
import { ChangePasswordDocument } from './PasswordChange.gql.ts'
import { Dialog } from '../parts/page/Dialog.tsx'

/** Dialog to change the password, which ends the user's other sessions. */
export function PasswordChange({ onClose }: { onClose: () => void }) {
  const t = useMessages('shell')
  const account = useMessages('account')
  const form = useAppForm({ currentPassword: '', newPassword: '', revokeTokensAndApps: true }, PasswordChangeInput)
  const [change, isRunning] = useAction(ChangePasswordDocument)
  const send = form.onSubmit(async (input) => {
    if (await change({ input }, { success: account('passwordChanged'), handleError: form.showServerErrors })) onClose()
  })
  const eye = { visibilityToggleButtonProps: { 'aria-label': account('showPassword'), tabIndex: 0 } }
  return (
    <Dialog onClose={onClose} title={t('changePassword')}>
      <FormLayout onSubmit={send} action={t('changePassword')} isRunning={isRunning} onCancel={onClose}>
        <Text size="sm">{account('changePasswordAbout')}</Text>
        <PasswordInput
          label={account('currentPassword')}
          autoComplete="current-password"
          required
          data-autofocus
          {...eye}
          {...form.getInputProps('currentPassword')}
        />
        <PasswordInput label={account('newPassword')} autoComplete="new-password" required {...eye} {...form.getInputProps('newPassword')} />
        <Checkbox label={account('revokeTokensAndApps')} {...form.getInputProps('revokeTokensAndApps', { type: 'checkbox' })} />
      </FormLayout>
    </Dialog>
  )
}
