import { Badge, Button, Group, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { useQuery } from 'urql'
import { useFormat } from '../../format.ts'
import { useMessages, useWords } from '../../messages.ts'
import { useConfirm } from '../../parts/Confirm.tsx'
import { type Column, DataTable } from '../../parts/tables/DataTable.tsx'
import { QueryResult } from '../../parts/page/States.tsx'
import { useAction } from '../../parts/useAction.ts'
import { type NewInvitation, InvitationLink } from './InvitationLink.tsx'
import { InvitationsDocument, type InvitationsQuery, RenewInvitationDocument, RevokeInvitationDocument } from './Members.gql.ts'
import { Dialog } from '../../parts/page/Dialog.tsx'

type Invitation = InvitationsQuery['invitations'][number]

/** Pending invitations. */
export function Invitations() {
  const t = useMessages('members')
  const [renewed, setRenewed] = useState<NewInvitation | null>(null)
  const result = useQuery({ query: InvitationsDocument })
  return (
    <Stack gap="xs">
      <Title order={2} size="h4">
        {t('invitations')}
      </Title>
      <Text size="sm" c="dimmed">
        {t('invitationsAbout')}
      </Text>
      <QueryResult result={result}>{({ invitations }) => <List invitations={invitations} onRenewed={setRenewed} />}</QueryResult>
      <Dialog opened={renewed !== null} onClose={() => setRenewed(null)} title={t('renewed')} closeOnClickOutside={false}>
        {renewed && <InvitationLink newInvitation={renewed} onClose={() => setRenewed(null)} />}
      </Dialog>
    </Stack>
  )
}

function List({ invitations, onRenewed }: { invitations: readonly Invitation[]; onRenewed: (invited: NewInvitation) => void }) {
  const t = useMessages('members')
  const common = useMessages('common')
  const word = useWords()
  const columns: Column<Invitation>[] = [
    {
      key: 'email',
      header: t('invited'),
      width: 'minmax(110px, 2fr)',
      cell: ({ email }) => (
        <Text size="sm" truncate>
          {email}
        </Text>
      ),
    },
    { key: 'role', header: t('role'), cell: ({ role }) => word('role', role) },
    {
      key: 'by',
      header: t('invitedBy'),
      width: 'minmax(120px, 1fr)',
      cell: ({ invitedBy }) => (
        <Text size="sm" truncate>
          {invitedBy.name}
        </Text>
      ),
      isMinor: true,
    },
    { key: 'until', header: t('validUntil'), cell: (invitation) => <ValidUntil invitation={invitation} />, isMinor: true },
    { key: 'actions', header: common('actions'), cell: (invitation) => <Actions invitation={invitation} onRenewed={onRenewed} /> },
  ]
  const empty = (
    <Text size="sm" c="dimmed" p="sm">
      {t('noInvitations')}
    </Text>
  )
  return <DataTable label={t('invitations')} columns={columns} rows={invitations} rowKey={({ id }) => id} empty={empty} />
}

function ValidUntil({ invitation: { expiresAt } }: { invitation: Invitation }) {
  const t = useMessages('members')
  const format = useFormat()
  const [now] = useState(Date.now)
  if (Date.parse(expiresAt) > now) return format.day(expiresAt)
  return (
    <Badge color="gray" variant="light">
      {t('expired')}
    </Badge>
  )
}

function Actions({ invitation: { id, email }, onRenewed }: { invitation: Invitation; onRenewed: (invited: NewInvitation) => void }) {
  const t = useMessages('members')
  const confirm = useConfirm()
  const [renew, isRenewing] = useAction(RenewInvitationDocument)
  const [revoke, isRevoking] = useAction(RevokeInvitationDocument)
  const ask = async () => {
    if (await confirm({ title: t('revokeTitle', { email }), body: t('revokeBody'), action: t('revokeAction'), danger: true }))
      await revoke({ id }, { success: t('revoked') })
  }
  const renewInvitation = async () => {
    const result = await renew({ id })
    if (result) onRenewed(result.renewInvitation)
  }
  return (
    <Group gap="xs" wrap="nowrap">
      <Button size="compact-xs" variant="default" onClick={() => void renewInvitation()} loading={isRenewing} aria-label={t('renewOf', { email })}>
        {t('renew')}
      </Button>
      <Button size="compact-xs" variant="default" onClick={() => void ask()} loading={isRevoking} aria-label={t('revokeOf', { email })}>
        {t('revoke')}
      </Button>
    </Group>
  )
}
