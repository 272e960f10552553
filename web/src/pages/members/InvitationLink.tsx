import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useMessages, useWords } from '../../messages.ts'
import { Copied } from '../../parts/Copy.tsx'
import type { InviteMemberMutation } from './Members.gql.ts'

export type Invited = InviteMemberMutation['inviteMember']

/** The link of an invitation that was just made or renewed; nobody can see it again. */
export function InvitationLink({ invited: { link, invitation }, onClose }: { invited: Invited; onClose: () => void }) {
  const t = useMessages('members')
  const word = useWords()
  return (
    <Stack>
      <Text size="sm">{t('linkAbout', { email: invitation.email, role: word('role', invitation.role) })}</Text>
      <Alert color="yellow" title={t('link')} role="status">
        <Stack gap="xs">
          <Copied value={link} name={t('link')} />
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
