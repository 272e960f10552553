import { Table, Text } from '@mantine/core'
import { useFormat } from '../../format.ts'
import { useMessages } from '../../messages.ts'
import type { FullCall } from './fullCall.ts'
import { CallSection } from './CallSection.tsx'

/** Cost of the call, itemized. */
export function CallCosts({ call: { cost, costLines, currency } }: { call: FullCall }) {
  const t = useMessages('calls')
  const format = useFormat()
  if (cost == null) return null
  return (
    <CallSection title={t('cost')}>
      <Table.ScrollContainer minWidth={320}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('costFor')}</Table.Th>
              <Table.Th ta="right">{t('time')}</Table.Th>
              <Table.Th ta="right">{t('perMinute')}</Table.Th>
              <Table.Th ta="right">{t('amount')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {costLines.map(({ description, seconds, unitPrice, amount }, index) => (
              <Table.Tr key={index}>
                <Table.Td>{description}</Table.Td>
                <Table.Td ta="right">{seconds == null ? '' : format.duration(seconds)}</Table.Td>
                <Table.Td ta="right">{unitPrice == null ? '' : format.money(unitPrice, currency)}</Table.Td>
                <Table.Td ta="right">{format.money(amount, currency)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
          <Table.Tfoot>
            <Table.Tr>
              <Table.Th colSpan={3} scope="row">
                {t('total')}
              </Table.Th>
              <Table.Td ta="right">
                <Text span fw={600} size="sm">
                  {format.money(cost, currency)}
                </Text>
              </Table.Td>
            </Table.Tr>
          </Table.Tfoot>
        </Table>
      </Table.ScrollContainer>
    </CallSection>
  )
}
