import { Alert, Group, Text } from '@mantine/core'
import { useQuery } from 'urql'
import { useFormat } from '../../format.ts'
import { useMessages } from '../../messages.ts'
import { useCan } from '../../parts/viewer.tsx'
import { CallOptOutDocument } from './OptOuts.gql.ts'
import { UndoOptOut } from './UndoOptOut.tsx'

/**
 * The opt-out of a call in its details: what was said and when, and whether it was undone. Renders nothing if the call has none. A call with this
 * outcome that is older than the records of opt-outs has no sentence.
 */
export function CallOptOut({ callId, outcome }: { callId: string; outcome: string | null }) {
  const t = useMessages('dnc')
  const format = useFormat()
  const canChange = useCan('compliance:write')
  const [{ data }] = useQuery({ query: CallOptOutDocument, variables: { callId } })
  const optOut = data?.optOuts.nodes[0]
  if (!optOut) return data && outcome === 'do_not_call' ? <NoSentence /> : null
  return (
    <Alert color={optOut.undoneAt ? 'gray' : 'warn'} role="status" title={t('heard')}>
      <Group justify="space-between" gap="sm" wrap="nowrap">
        <div>
          <Text size="sm" dir="auto" style={{ overflowWrap: 'anywhere' }}>
            {optOut.sentence ?? t('noSentence')}
          </Text>
          <Text size="xs" c="dimmed">
            {optOut.undoneAt ? t('undoneAt', { name: optOut.undoneBy || '–', moment: format.moment(optOut.undoneAt) }) : format.exact(optOut.saidAt)}
          </Text>
        </div>
        {canChange && !optOut.undoneAt && <UndoOptOut optOut={optOut} />}
      </Group>
    </Alert>
  )
}

function NoSentence() {
  const t = useMessages('dnc')
  return (
    <Alert color="warn" role="status" title={t('heard')}>
      {t('noSentenceKept')}
    </Alert>
  )
}
