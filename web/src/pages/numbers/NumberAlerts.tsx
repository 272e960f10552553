import { Alert, Stack, Text } from '@mantine/core'
import { TriangleAlert } from 'lucide-react'
import { useQuery } from 'urql'
import { useFormat } from '../../format.ts'
import { useCan } from '../../parts/viewer.tsx'
import { NumberNoticesDocument, type NumberNoticesQuery } from './NumberNotices.gql.ts'

type Notice = NumberNoticesQuery['alerts']['nodes'][number]

const KINDS = ['number_unhealthy', 'number_setup_failed']

/** Open alerts about numbers. Their subject is the number's ID. */
export function useNumberAlerts(): Notice[] {
  const [{ data }] = useQuery({ query: NumberNoticesDocument, pause: !useCan('billing:read') })
  return (data?.alerts.nodes ?? []).filter(({ type: kind }) => KINDS.includes(kind))
}

/** Alerts about one number, in full. */
export function NumberAlerts({ numberId }: { numberId: string }) {
  const format = useFormat()
  const notices = useNumberAlerts().filter(({ subject }) => subject === numberId)
  return notices.map(({ id, title, message, raisedAt }) => (
    <Alert key={id} color="yellow" icon={<TriangleAlert aria-hidden />} title={title} lang="en">
      <Stack gap={4}>
        <Text size="sm">{message}</Text>
        <Text size="xs">{format.moment(raisedAt)}</Text>
      </Stack>
    </Alert>
  ))
}
