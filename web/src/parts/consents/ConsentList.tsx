import { Button, Group, Paper, Stack, Text } from '@mantine/core'
import { FileCheck } from 'lucide-react'
import { useFormat } from '../../format.ts'
import { useMessages } from '../../messages.ts'
import { useConfirm } from '../Confirm.tsx'
import { EmptyState } from '../page/States.tsx'
import { useAction } from '../useAction.ts'
import { useCan } from '../viewer.tsx'
import { type ConsentFieldsFragment, RevokeConsentDocument } from './consents.gql.ts'

/** The newest consents of a phone number: basis, purpose, when and where each was given, who recorded it, and how it ends. */
export function ConsentList({ consents }: { consents: readonly ConsentFieldsFragment[] }) {
  const t = useMessages('consents')
  if (consents.length === 0)
    return (
      <EmptyState icon={FileCheck} title={t('none')} isSmall>
        {t('noneAbout')}
      </EmptyState>
    )
  return (
    <Stack gap="xs">
      {consents.map((consent) => (
        <ConsentItem key={consent.id} consent={consent} />
      ))}
    </Stack>
  )
}

function ConsentItem({ consent }: { consent: ConsentFieldsFragment }) {
  const t = useMessages('consents')
  const format = useFormat()
  // A date is the same everywhere, although it is sent as midnight in UTC.
  const moment = (iso: string, isDateOnly = false) => (isDateOnly ? format.day(iso.slice(0, 10)) : format.moment(iso))
  const { basis, purpose, status, text, source, givenAt, evidence, expiresAt, revokedAt, importId, userId, createdAt } = consent
  const by = importId ? 'import' : userId ? 'member' : 'api'
  const lines = [
    givenAt && t('givenOn', { moment: moment(givenAt, consent.isGivenAtDateOnly) }),
    source && t('from', { source }),
    evidence && t('proof', { evidence }),
    text && `“${text}”`,
    expiresAt && t(status === 'expired' ? 'expiredOn' : 'expiresOn', { moment: moment(expiresAt, consent.isExpiresAtDateOnly) }),
    revokedAt && t('revokedOn', { moment: moment(revokedAt) }),
    t(`recorded.${by}`, { moment: moment(createdAt) }),
  ]
  return (
    <Paper withBorder p="sm">
      <Group justify="space-between" align="flex-start" gap="sm">
        <Stack gap={4} style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
          <Text fw={600} c={status === 'valid' ? undefined : 'dimmed'}>
            {t(`basis.${basis}`)} · {t(`purpose.${purpose}`)} · {t(`status.${status}`)}
          </Text>
          {lines.filter(Boolean).map((line) => (
            <Text key={line} size="sm" dir="auto">
              {line}
            </Text>
          ))}
        </Stack>
        {status === 'valid' && <RevokeButton id={consent.id} />}
      </Group>
    </Paper>
  )
}

function RevokeButton({ id }: { id: string }) {
  const t = useMessages('consents')
  const confirm = useConfirm()
  const canChange = useCan('compliance:write')
  const [revoke, isRevoking] = useAction(RevokeConsentDocument)
  if (!canChange) return null
  const ask = async () => {
    if (await confirm({ title: t('revokeTitle'), body: t('revokeBody'), action: t('revoke'), danger: true })) await revoke({ id }, { success: t('revoked') })
  }
  return (
    <Button variant="light" color="bad" size="xs" loading={isRevoking} onClick={() => void ask()}>
      {t('revoke')}
    </Button>
  )
}
