import { Alert, Button, Group, Modal, Radio, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { MemberInput } from '../../../src/inputs/accounts.ts'
import { ROLES } from '../../../src/scopes.ts'
import { useMessages, useWords } from '../messages.ts'
import { Copied } from '../parts/Copy.tsx'
import { useAction } from '../parts/useAction.ts'
import { useAppForm } from '../parts/useAppForm.ts'
import { AddMemberDocument, type AddMemberMutation } from './Members.gql.ts'

type Added = AddMemberMutation['addMember']

/** Lets somebody into the workspace; a new account's password is shown this once. */
export function MemberAdd({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const t = useMessages('members')
  const common = useMessages('common')
  const [added, setAdded] = useState<Added | null>(null)
  const close = () => {
    onClose()
    setAdded(null)
  }
  return (
    <Modal
      opened={isOpen}
      onClose={close}
      title={t(added ? 'isAdded' : 'add')}
      closeOnClickOutside={!added?.initialPassword}
      closeButtonProps={{ 'aria-label': common('close') }}
    >
      {added ? <Welcome added={added} onClose={close} /> : <Form onAdded={setAdded} onClose={close} />}
    </Modal>
  )
}

function Form({ onAdded, onClose }: { onAdded: (added: Added) => void; onClose: () => void }) {
  const t = useMessages('members')
  const common = useMessages('common')
  const word = useWords()
  const form = useAppForm({ email: '', name: '', role: 'member' }, MemberInput.omit({ name: true }))
  const [add, isRunning] = useAction(AddMemberDocument)
  const send = form.onSubmit(async ({ email, name, role }) => {
    const done = await add({ input: { email, name: name.trim() || null, role } }, { refused: form.refused })
    if (done) onAdded(done.addMember)
  })
  return (
    <form onSubmit={send} noValidate>
      <Stack>
        <TextInput label={t('email')} type="email" autoComplete="off" required data-autofocus {...form.getInputProps('email')} />
        <TextInput label={common('name')} description={t('nameAbout')} autoComplete="off" {...form.getInputProps('name')} />
        <Radio.Group label={t('role')} {...form.getInputProps('role')}>
          <Stack gap="xs" mt="xs">
            {[...ROLES].reverse().map((role) => (
              <Radio key={role} value={role} label={word('role', role)} description={t(`about_${role}`)} />
            ))}
          </Stack>
        </Radio.Group>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {common('cancel')}
          </Button>
          <Button type="submit" loading={isRunning}>
            {t('addAction')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function Welcome({ added: { member, initialPassword }, onClose }: { added: Added; onClose: () => void }) {
  const t = useMessages('members')
  const word = useWords()
  return (
    <Stack>
      <Text size="sm">{t(initialPassword ? 'hasNewAccount' : 'hasAccount', { name: member.name, email: member.email, role: word('role', member.role) })}</Text>
      {initialPassword && (
        <Alert color="yellow" title={t('password')} role="status">
          <Stack gap="xs">
            <Copied value={initialPassword} name={t('password')} />
            <Text size="sm">{t('passwordOnce')}</Text>
          </Stack>
        </Alert>
      )}
      <Group justify="flex-end">
        <Button onClick={onClose} data-autofocus>
          {t('done')}
        </Button>
      </Group>
    </Stack>
  )
}
