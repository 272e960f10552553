import { Badge, Stack, Text, Tooltip } from '@mantine/core'
import { useFormat } from '../../format.ts'
import { useMessages, useWords } from '../../messages.ts'

/** What every key, token and app has. */
interface Ending {
  expiresAt?: string | null
  revokedAt?: string | null
}

/** Whether it works, or why it no longer does. */
const stateOf = ({ revokedAt, expiresAt }: Ending) => (revokedAt ? 'revoked' : expiresAt && Date.parse(expiresAt) <= Date.now() ? 'expired' : 'active')

export const isActive = (credential: Ending) => stateOf(credential) === 'active'

export function CredentialState({ kind, credential }: { kind: 'keyState' | 'tokenState'; credential: Ending }) {
  const word = useWords()
  return (
    <Badge variant="light" tt="none" color={isActive(credential) ? 'teal' : 'gray'}>
      {word(kind, stateOf(credential))}
    </Badge>
  )
}

/** How it begins and ends, by which one is told from another. */
export const Masked = ({ prefix, last4 }: { prefix: string; last4: string }) => (
  <Text span ff="monospace" size="sm">
    {prefix}…{last4}
  </Text>
)

export function LastUsed({ lastUsedAt }: { lastUsedAt?: string | null }) {
  const t = useMessages('keys')
  const format = useFormat()
  return lastUsedAt ? format.ago(lastUsedAt) : t('never')
}

export function Expires({ expiresAt }: Ending) {
  const t = useMessages('keys')
  const format = useFormat()
  return expiresAt ? format.day(expiresAt) : t('never')
}

/** How many scopes there are, or which; all of them, and those that were declined, for who points at it or comes to it by keyboard. */
export function Scopes({ scopes, declined = [] }: { scopes: readonly string[]; declined?: readonly string[] }) {
  const t = useMessages('keys')
  const label = (
    <Stack gap={4}>
      <span>{scopes.join(', ')}</span>
      {declined.length > 0 && <span>{t('declined', { scopes: declined.join(', ') })}</span>}
    </Stack>
  )
  return (
    <Tooltip label={label} multiline maw={360}>
      <Text span size="sm" tabIndex={0}>
        {scopes.length > 2 ? t('scopeCount', { count: scopes.length }) : scopes.join(', ') || t('scopeCount', { count: 0 })}
      </Text>
    </Tooltip>
  )
}

interface OwnerProps {
  user?: { name: string; email: string } | null
  isMine: boolean
}

/** Whose it is. */
export function Owner({ user, isMine }: OwnerProps) {
  const t = useMessages('keys')
  return <bdi title={user?.email}>{isMine ? t('you') : (user?.name ?? '–')}</bdi>
}
