import { Stack, Text } from '@mantine/core'
import { useQuery } from 'urql'
import { useFormat } from '../../format.ts'
import { useMessages } from '../../messages.ts'
import { QueryResult } from '../../parts/page/States.tsx'
import { usePolling } from '../../parts/usePolling.ts'
import { ServerChecks } from './ServerChecks.tsx'
import { ServerProcesses } from './ServerProcesses.tsx'
import { ServerStatusDocument } from './ServerStatus.gql.ts'

/** For the people who run the server: what runs, and what is late. */
export function ServerStatus() {
  const t = useMessages('status')
  const format = useFormat()
  const result = useQuery({ query: ServerStatusDocument })
  usePolling(result[1])
  return (
    <QueryResult result={result}>
      {({ serverStatus }) => (
        <Stack gap="lg">
          <Text size="sm" c="dimmed">
            {t('checkedAt', { time: format.timeExact(serverStatus.checkedAt) })}
          </Text>
          <ServerChecks {...serverStatus} />
          <ServerProcesses {...serverStatus} />
        </Stack>
      )}
    </QueryResult>
  )
}
