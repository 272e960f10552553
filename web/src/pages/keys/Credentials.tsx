import { Badge, Stack, Text, Tooltip } from '@mantine/core'
import { useFormat } from '../../format.ts'
import { useMessages, useWords } from '../../messages.ts'

/** Fields that keys, tokens and apps share. */
interface Lifetime {
  expiresAt?: string | null
  revokedAt?: string | null
}

/** Returns whether a credential is active, or why not. */
const getStatus = ({ revokedAt, expiresAt }: Lifetime) => (revokedAt ? 'revoked' : expiresAt && Date.parse(expiresAt) <= Date.now() ? 'expired' : 'active')

export const isActive = (credential: Lifetime) => getStatus(credential) === 'active'

export function CredentialState({ kind, credential }: { kind: 'keyStatus' | 'tokenStatus'; credential: Lifetime }) {
  const word = useWords()
  return (
    <Badge variant="light" color={isActive(credential) ? 'good' : 'gray'}>
      {word(kind, getStatus(credential))}
    </Badge>
  )
}

/** First and last characters of a secret. */
export const MaskedSecret = ({ prefix, last4 }: { prefix: string; last4: string }) => (
  <Text span ff="monospace" size="sm">
    {prefix}…{last4}
  </Text>
)

export function LastUsed({ lastUsedAt }: { lastUsedAt?: string | null }) {
  const t = useMessages('keys')
  const format = useFormat()
  return lastUsedAt ? format.ago(lastUsedAt) : t('never')
}

export function Expires({ expiresAt }: Lifetime) {
  const t = useMessages('keys')
  const format = useFormat()
  return expiresAt ? format.day(expiresAt) : t('never')
}

/** Names or number of scopes. A tooltip, on hover or focus, lists all of them and those declined. */
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

/** Owner of a credential. */
export function Owner({ user, isMine }: OwnerProps) {
  const t = useMessages('keys')
  return <bdi title={user?.email}>{isMine ? t('you') : (user?.name ?? '–')}</bdi>
}
