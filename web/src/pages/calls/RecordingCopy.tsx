import { Text } from '@mantine/core'
import { useQuery } from 'urql'
import { useFormat } from '../../format.ts'
import { useMessages } from '../../messages.ts'
import { QueryResult } from '../../parts/page/States.tsx'
import { usePolling } from '../../parts/usePolling.ts'
import { RecordingCopyDocument, type RecordingCopyQuery } from './RecordingCopy.gql.ts'

/** Whether this server has a copy of a recording, or why it has none. Renders nothing on a server that makes no copies. */
export function RecordingCopy({ callId }: { callId: string }) {
  const result = useQuery({ query: RecordingCopyDocument, variables: { callId }, requestPolicy: 'cache-and-network' })
  usePolling(result[1])
  return (
    <QueryResult result={result} placeholder={<></>}>
      {({ recordingCopy }) => <CopyText copy={recordingCopy} />}
    </QueryResult>
  )
}

function CopyText({ copy: { status, reason, keptAt, bytes, expiresAt } }: { copy: RecordingCopyQuery['recordingCopy'] }) {
  const t = useMessages('recordingCopy')
  const format = useFormat()
  const stored = { size: format.bytes(bytes), when: format.moment(keptAt) }
  const text = () => {
    if (status === 'stored') return expiresAt ? t('storedUntil', { ...stored, until: format.moment(expiresAt) }) : t('stored', stored)
    return !reason || reason === 'no_recording' || reason === 'server_off' ? null : t(`reason_${reason}`)
  }
  return (
    text() && (
      <Text size="xs" c="dimmed" mt="xs">
        {text()}
      </Text>
    )
  )
}
