import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useFormat } from '../../format.ts'
import { useMessages } from '../../messages.ts'
import { useConfirm } from '../Confirm.tsx'
import { useCan } from '../viewer.tsx'
import { useAction } from '../useAction.ts'
import { BlockNumbersDocument } from './selection.gql.ts'

/** Adds the numbers of selected rows to the do-not-call list, after confirmation. */
export function BlockNumbers({ numbers, onDone }: { numbers: readonly string[]; onDone: () => void }) {
  const t = useMessages('selection')
  const common = useMessages('common')
  const format = useFormat()
  const confirm = useConfirm()
  const [block, isRunning] = useAction(BlockNumbersDocument)
  const phoneNumbers = [...new Set(numbers)]
  const counts = { count: phoneNumbers.length, shown: format.number(phoneNumbers.length) }
  const ask = async () => {
    const isSure = await confirm({ title: t('blockTitle', counts), body: t('blockBody'), action: t('blockAction', counts), danger: true })
    const done = isSure && (await block({ input: { phoneNumbers } }))
    if (!done) return
    const count = (result: string) => done.addDncEntries.filter((entry) => entry.result === result).length
    const [added, listed, invalid] = [count('added'), count('listed'), count('invalid')]
    const message = [
      t('blocked', { count: added }),
      listed > 0 && t('alreadyBlocked', { count: listed }),
      invalid > 0 && t('invalidNumbers', { count: invalid }),
    ]
    notifications.show({
      color: invalid > 0 ? 'warn' : 'good',
      message: message.filter(Boolean).join(' '),
      closeButtonProps: { 'aria-label': common('close') },
    })
    onDone()
  }
  if (!useCan('compliance:write')) return null
  return (
    <Button size="xs" variant="default" loading={isRunning} disabled={phoneNumbers.length === 0} onClick={() => void ask()}>
      {t('block')}
    </Button>
  )
}
