import { Badge, Button, Group, Select, Stack, Text, TextInput, Title } from '@mantine/core'
import { useNavigate, useSearch } from '../../router/index.ts'
import { Search, UserPlus, Users } from 'lucide-react'
import { useState } from 'react'
import { useQuery } from 'urql'
import { ROLES } from '../../../../src/kernel/vocabulary/scopes.ts'
import { useFormat } from '../../format.ts'
import { useMessages, useWords } from '../../messages.ts'
import { useConfirm } from '../../parts/Confirm.tsx'
import { Copy } from '../../parts/text/Copy.tsx'
import { type Column, DataTable } from '../../parts/tables/DataTable.tsx'
import { Page } from '../../parts/page/Page.tsx'
import { EmptyState, QueryResult } from '../../parts/page/States.tsx'
import { useAction, useErrorToast } from '../../parts/useAction.ts'
import * as session from '../../api/session.ts'
import { useCan, useViewer } from '../../parts/viewer.tsx'
import { Invitations } from './Invitations.tsx'
import { MemberInvite } from './MemberInvite.tsx'
import { MembersDocument, type MembersQuery, RemoveMemberDocument, type Role, SetMemberRoleDocument } from './Members.gql.ts'
import { RoleTable } from './RoleTable.tsx'

type Member = MembersQuery['members'][number]

/** Members page: people, invitations, and role permissions. */
export function Members() {
  const t = useMessages('members')
  const { add } = useSearch({ from: '/signed-in/members' })
  const navigate = useNavigate()
  const canChange = useCan('members:write')
  const result = useQuery({ query: MembersDocument })
  const show = (next: 'yes' | undefined) => void navigate({ to: '/members', search: { add: next } })
  const button = canChange && (
    <Button leftSection={<UserPlus size={16} aria-hidden />} onClick={() => show('yes')}>
      {t('invite')}
    </Button>
  )
  return (
    <Page title={t('title')} about={t('about')} actions={button}>
      <QueryResult result={result}>{({ members }) => <MemberList members={members} />}</QueryResult>
      {canChange && <Invitations />}
      <Stack gap="xs">
        <Title order={2} size="h4">
          {t('roles')}
        </Title>
        <RoleTable />
      </Stack>
      {canChange && <MemberInvite isOpen={add === 'yes'} onClose={() => show(undefined)} />}
    </Page>
  )
}

/** More members than this get a search field. */
const SEARCH_THRESHOLD = 8

function MemberList({ members }: { members: readonly Member[] }) {
  const t = useMessages('members')
  const common = useMessages('common')
  const format = useFormat()
  const { id: ownId } = useViewer()
  const canChange = useCan('members:write')
  const [query, setQuery] = useState('')
  const matches = members.filter(({ name, email }) => `${name} ${email}`.toLowerCase().includes(query.trim().toLowerCase()))
  const columns: Column<Member>[] = [
    { key: 'name', header: common('name'), width: 'minmax(120px, 2fr)', cell: (member) => <MemberRow member={member} isOneself={member.id === ownId} /> },
    { key: 'email', header: t('email'), width: 'minmax(150px, 2fr)', cell: ({ email }) => <Email email={email} />, isMinor: true },
    { key: 'role', header: t('role'), width: '132px', cell: (member) => (canChange ? <RoleChoice member={member} /> : <RoleName member={member} />) },
    { key: 'since', header: t('since'), cell: ({ createdAt }) => format.day(createdAt), isMinor: true },
    {
      key: 'actions',
      header: common('actions'),
      cell: (member) => (member.id === ownId ? <Leave member={member} /> : canChange && <Remove member={member} />),
    },
  ]
  return (
    <Stack gap="sm">
      {members.length > SEARCH_THRESHOLD && (
        <TextInput
          aria-label={t('search')}
          placeholder={t('search')}
          leftSection={<Search size={16} aria-hidden />}
          value={query}
          onChange={({ target }) => setQuery(target.value)}
          maw={360}
        />
      )}
      <DataTable
        label={t('title')}
        columns={columns}
        rows={matches}
        rowKey={({ id }) => id}
        secondLine={({ email }) => email}
        empty={<EmptyState icon={Users} title={t('noneFound')} />}
      />
    </Stack>
  )
}

function MemberRow({ member: { name }, isOneself }: { member: Member; isOneself: boolean }) {
  const t = useMessages('members')
  return (
    <Group gap={6} wrap="nowrap">
      <Text size="sm" fw={500} truncate>
        {name}
      </Text>
      {isOneself && (
        <Badge variant="light" color="gray" style={{ flexShrink: 0 }}>
          {t('you')}
        </Badge>
      )}
    </Group>
  )
}

function Email({ email }: { email: string }) {
  return (
    <Group gap={2} wrap="nowrap">
      <Text size="sm" c="dimmed" truncate>
        {email}
      </Text>
      <Copy value={email} name={email} />
    </Group>
  )
}

function RoleName({ member }: { member: Member }) {
  const word = useWords()
  return <Text size="sm">{word('role', member.role)}</Text>
}

function RoleChoice({ member: { id, name, role } }: { member: Member }) {
  const t = useMessages('members')
  const word = useWords()
  const confirm = useConfirm()
  const { id: ownId } = useViewer()
  const [setRole, isRunning] = useAction(SetMemberRoleDocument)
  const choose = async (next: Role | null) => {
    if (next === null || next === role) return
    const label = word('role', next)
    const isSure = id !== ownId || (await confirm({ title: t('ownRoleTitle'), body: t('ownRoleBody', { role: label }), action: t('changeRole'), danger: true }))
    if (isSure) await setRole({ id, role: next }, { success: t('roleChanged', { name, role: label }) })
  }
  return (
    <Select
      size="xs"
      aria-label={t('roleOf', { name })}
      data={ROLES.map((value) => ({ value, label: word('role', value) }))}
      value={role}
      onChange={(next) => void choose(next)}
      allowDeselect={false}
      disabled={isRunning}
      comboboxProps={{ withinPortal: true }}
    />
  )
}

function Remove({ member: { id, name } }: { member: Member }) {
  const t = useMessages('members')
  const confirm = useConfirm()
  const [remove, isRunning] = useAction(RemoveMemberDocument)
  const ask = async () => {
    if (await confirm({ title: t('removeTitle', { name }), body: t('removeBody'), action: t('removeName', { name }), danger: true }))
      await remove({ id }, { success: t('removed', { name }) })
  }
  return (
    <Button size="compact-xs" variant="default" onClick={() => void ask()} loading={isRunning} aria-label={t('removeName', { name })}>
      {t('remove')}
    </Button>
  )
}

/** Leaves the workspace, then switches to another one if there is any. */
function Leave({ member: { id } }: { member: Member }) {
  const t = useMessages('members')
  const confirm = useConfirm()
  const showError = useErrorToast()
  const { workspace, workspaces } = useViewer()
  const [remove, isRunning] = useAction(RemoveMemberDocument)
  const another = workspaces.find((other) => other.id !== workspace.id)
  const ask = async () => {
    const body = another ? t('leaveBody', { other: another.name }) : t('leaveLastBody')
    if (!(await confirm({ title: t('leaveTitle', { name: workspace.name }), body, action: t('leaveAction'), danger: true }))) return
    if (await remove({ id })) await (another ? session.switchWorkspace(another.id) : session.signOut()).catch(showError)
  }
  return (
    <Button size="compact-xs" variant="default" onClick={() => void ask()} loading={isRunning}>
      {t('leave')}
    </Button>
  )
}
