import { Alert, Button, Text } from '@mantine/core'
import { useFormat } from '../../format.ts'
import { useMessages, useWords } from '../../messages.ts'
import { useConfirm } from '../../parts/Confirm.tsx'
import { PhoneText } from '../../parts/text/PhoneNumber.tsx'
import { useAction } from '../../parts/useAction.ts'
import { useDncReason } from '../../parts/text/useDncReason.ts'
import { useCan } from '../../parts/viewer.tsx'
import { BlockContactDocument, UnblockContactDocument } from './Contact.gql.ts'
import type { ContactData } from './contactData.ts'

/** Says that the contact is on the do-not-call list, since when and why. */
export function BlockNotice({ entry }: { entry: NonNullable<ContactData['dncEntry']> }) {
  const t = useMessages('contacts')
  const word = useWords()
  const format = useFormat()
  const reason = useDncReason()(entry)
  return (
    <Alert color="bad" title={t('isBlocked')}>
      <Text size="sm">{t('blockedSince', { moment: format.moment(entry.createdAt), source: word('dncSource', entry.source) })}</Text>
      {reason && (
        <Text size="sm" dir="auto" style={{ overflowWrap: 'anywhere' }}>
          <PhoneText text={t('givenReason', { reason })} />
        </Text>
      )}
    </Alert>
  )
}

/** Adds the contact to the do-not-call list or removes it, after a question. */
export function BlockButton({ phoneNumber, isBlocked }: { phoneNumber: string; isBlocked: boolean }) {
  const t = useMessages('contacts')
  const confirm = useConfirm()
  const canChange = useCan('compliance:write')
  const [block, isBlocking] = useAction(BlockContactDocument)
  const [unblock, isUnblocking] = useAction(UnblockContactDocument)
  if (!canChange) return null
  const change = async () => {
    const [title, body, action] = isBlocked ? (['unblockTitle', 'unblockBody', 'unblock'] as const) : (['blockTitle', 'blockBody', 'block'] as const)
    const isSure = await confirm({ title: t(title, { number: phoneNumber }), body: t(body), action: t(action), danger: true })
    if (!isSure) return
    if (isBlocked) await unblock({ phoneNumber }, { success: t('unblocked') })
    else await block({ input: { phoneNumber } }, { success: t('blocked') })
  }
  return (
    <Button variant={isBlocked ? 'default' : 'light'} color={isBlocked ? undefined : 'bad'} loading={isBlocking || isUnblocking} onClick={() => void change()}>
      {t(isBlocked ? 'unblock' : 'block')}
    </Button>
  )
}
