import { Alert, Stack, Text } from '@mantine/core'
import { TriangleAlert } from 'lucide-react'
import { useQuery } from 'urql'
import { useFormat } from '../../format.ts'
import { useAlertText } from '../../parts/text/useAlertText.ts'
import { useCan } from '../../parts/viewer.tsx'
import { NumberAlertsDocument, type NumberAlertsQuery } from './NumberAlerts.gql.ts'

export type NumberAlert = NumberAlertsQuery['alerts']['nodes'][number]

const TYPES = ['number_unhealthy', 'number_setup_failed']

/** Open alerts about numbers. Their subject is the number's ID. */
export function useNumberAlerts(): NumberAlert[] {
  const [{ data }] = useQuery({ query: NumberAlertsDocument, pause: !useCan('billing:read') })
  return (data?.alerts.nodes ?? []).filter(({ type }) => TYPES.includes(type))
}

/** Alerts about one number, in full. */
export function NumberAlerts({ alerts }: { alerts: readonly NumberAlert[] }) {
  const format = useFormat()
  const textOf = useAlertText()
  return alerts.map((alert) => {
    const { title, message } = textOf(alert)
    return (
      <Alert key={alert.id} color="warn" icon={<TriangleAlert aria-hidden />} title={title}>
        <Stack gap={4}>
          <Text size="sm">{message}</Text>
          <Text size="xs">{format.moment(alert.raisedAt)}</Text>
        </Stack>
      </Alert>
    )
  })
}
