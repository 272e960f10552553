import { Radio, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { InvitationInput } from '../../../../src/inputs/accounts.ts'
import { ROLES } from '../../../../src/kernel/vocabulary/scopes.ts'
import { useMessages, useWords } from '../../messages.ts'
import { useAction } from '../../parts/useAction.ts'
import { FormLayout } from '../../parts/forms/FormLayout.tsx'
import { useAppForm } from '../../parts/forms/useAppForm.ts'
import { useViewer } from '../../parts/viewer.tsx'
import { type NewInvitation, InvitationLink } from './InvitationLink.tsx'
import { InviteMemberDocument, type Role } from './Members.gql.ts'
import { Dialog } from '../../parts/page/Dialog.tsx'

/** Invites a person to the workspace. The link is displayed once. */
export function MemberInvite({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const t = useMessages('members')
  const [invited, setInvited] = useState<NewInvitation | null>(null)
  const close = () => {
    onClose()
    setInvited(null)
  }
  return (
    <Dialog opened={isOpen} onClose={close} title={t(invited ? 'isInvited' : 'invite')} closeOnClickOutside={!invited}>
      {invited ? <InvitationLink newInvitation={invited} onClose={close} /> : <Form onInvited={setInvited} onClose={close} />}
    </Dialog>
  )
}

function Form({ onInvited, onClose }: { onInvited: (invited: NewInvitation) => void; onClose: () => void }) {
  const t = useMessages('members')
  const word = useWords()
  const { role: own } = useViewer()
  const form = useAppForm({ email: '', role: 'member' as Role }, InvitationInput)
  const [invite, isRunning] = useAction(InviteMemberDocument)
  const send = form.onSubmit(async (values) => {
    const done = await invite(values, { handleError: form.showServerErrors })
    if (done) onInvited(done.inviteMember)
  })
  const allowed = ROLES.slice(ROLES.indexOf(own as (typeof ROLES)[number])).reverse()
  return (
    <FormLayout onSubmit={send} action={t('inviteAction')} isRunning={isRunning} onCancel={onClose}>
      <TextInput label={t('email')} description={t('emailAbout')} type="email" autoComplete="off" required data-autofocus {...form.getInputProps('email')} />
      <Radio.Group label={t('role')} {...form.getInputProps('role')}>
        <Stack gap="xs" mt="xs">
          {allowed.map((role) => (
            <Radio key={role} value={role} label={word('role', role)} description={t(`about_${role}`)} />
          ))}
        </Stack>
      </Radio.Group>
    </FormLayout>
  )
}
