import { Table, Text, VisuallyHidden } from '@mantine/core'
import { Check, Minus } from 'lucide-react'
import { ROLE_SCOPES, ROLES, type Scope } from '../../../../src/kernel/vocabulary/scopes.ts'
import { type MessageKey, useMessages, useWords } from '../../messages.ts'

/** Permissions as people know them, each decided by one scope. */
const PERMISSIONS: readonly [MessageKey<'members'>, Scope][] = [
  ['mayRead', 'calls:read'],
  ['mayWork', 'campaigns:write'],
  ['mayConnect', 'numbers:write'],
  ['mayKeys', 'keys:write'],
  ['mayMembers', 'members:write'],
  ['mayMoney', 'billing:write'],
  ['mayAudit', 'audit:read'],
  ['mayErase', 'privacy:write'],
  ['mayWorkspace', 'workspace:write'],
]

/** What each role can do, from the server's own rules. On a phone, which has no room for a column of each role, it names them. */
export function RoleTable() {
  const t = useMessages('members')
  const common = useMessages('common')
  const word = useWords()
  return (
    <Table pos="relative" aria-label={t('roles')}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">{t('right')}</Table.Th>
          {ROLES.map((role) => (
            <Table.Th key={role} scope="col" ta="center" visibleFrom="xs">
              {word('role', role)}
            </Table.Th>
          ))}
          <Table.Th scope="col" hiddenFrom="xs">
            {t('role')}
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {PERMISSIONS.map(([name, scope]) => (
          <Table.Tr key={name}>
            <Table.Th scope="row" fw={400}>
              <Text size="sm">{t(name)}</Text>
            </Table.Th>
            {ROLES.map((role) => (
              <Table.Td key={role} ta="center" visibleFrom="xs">
                <Mark isAllowed={ROLE_SCOPES[role].has(scope)} yes={common('yes')} no={common('no')} />
              </Table.Td>
            ))}
            <Table.Td hiddenFrom="xs">
              {ROLES.filter((role) => ROLE_SCOPES[role].has(scope))
                .map((role) => word('role', role))
                .join(', ')}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

function Mark({ isAllowed, yes, no }: { isAllowed: boolean; yes: string; no: string }) {
  return (
    <>
      {isAllowed ? <Check size={16} color="var(--tone-good)" aria-hidden /> : <Minus size={16} color="var(--mantine-color-dimmed)" aria-hidden />}
      <VisuallyHidden>{isAllowed ? yes : no}</VisuallyHidden>
    </>
  )
}
