import { Alert, Stack, Text } from '@mantine/core'
import { TriangleAlert } from 'lucide-react'
import { useQuery } from 'urql'
import { useFormat } from '../../format.ts'
import { useCan } from '../../parts/viewer.tsx'
import { NumberAlertsDocument, type NumberAlertsQuery } from './NumberAlerts.gql.ts'

type Alert = NumberAlertsQuery['alerts']['nodes'][number]

const KINDS = ['number_unhealthy', 'number_setup_failed']

/** Open alerts about numbers. Their subject is the number's ID. */
export function useNumberAlerts(): Alert[] {
  const [{ data }] = useQuery({ query: NumberAlertsDocument, pause: !useCan('billing:read') })
  return (data?.alerts.nodes ?? []).filter(({ type: kind }) => KINDS.includes(kind))
}

/** Alerts about one number, in full. */
export function NumberAlerts({ numberId }: { numberId: string }) {
  const format = useFormat()
  const alerts = useNumberAlerts().filter(({ subject }) => subject === numberId)
  return alerts.map(({ id, title, message, raisedAt }) => (
    <Alert key={id} color="yellow" icon={<TriangleAlert aria-hidden />} title={title} lang="en">
      <Stack gap={4}>
        <Text size="sm">{message}</Text>
        <Text size="xs">{format.moment(raisedAt)}</Text>
      </Stack>
    </Alert>
  ))
}
