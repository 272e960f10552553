import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useMessages, useWords } from '../../messages.ts'
import { CopyableText } from '../../parts/text/Copy.tsx'
import type { InviteMemberMutation } from './Members.gql.ts'

export type NewInvitation = InviteMemberMutation['inviteMember']

/** Link of a new or renewed invitation. It can't be displayed again. */
export function InvitationLink({ newInvitation: { link, invitation }, onClose }: { newInvitation: NewInvitation; onClose: () => void }) {
  const t = useMessages('members')
  const word = useWords()
  return (
    <Stack>
      <Text size="sm">{t('linkAbout', { email: invitation.email, role: word('role', invitation.role) })}</Text>
      <Alert color="warn" title={t('link')} role="status">
        <Stack gap="xs">
          <CopyableText value={link} name={t('link')} />
          <Text size="sm">{t('linkOnce')}</Text>
        </Stack>
      </Alert>
      <Group justify="flex-end">
        <Button onClick={onClose} data-autofocus>
          {t('done')}
        </Button>
      </Group>
    </Stack>
  )
}
