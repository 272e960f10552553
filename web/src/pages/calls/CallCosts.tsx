import { Table, Text } from '@mantine/core'
import { useFormat } from '../../format.ts'
import { useMessages, useWords } from '../../messages.ts'
import { type Destination, useDestinationName } from '../../parts/text/useDestinationName.ts'
import type { FullCall } from './fullCall.ts'
import { CallSection } from './CallSection.tsx'

/** Cost of the call, itemized. */
export function CallCosts({ call: { cost, costLines, currency } }: { call: FullCall }) {
  const t = useMessages('callCosts')
  const format = useFormat()
  const nameOf = useLineName()
  if (cost == null) return null
  return (
    <CallSection title={t('cost')}>
      <Table.ScrollContainer minWidth={320}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('item')}</Table.Th>
              <Table.Th ta="right">{t('time')}</Table.Th>
              <Table.Th ta="right">{t('perMinute')}</Table.Th>
              <Table.Th ta="right">{t('amount')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {costLines.map((line, index) => {
              const { seconds, unitPrice, amount } = line
              return (
                <Table.Tr key={index}>
                  <Table.Td>{nameOf(line)}</Table.Td>
                  <Table.Td ta="right">{seconds == null ? '' : format.duration(seconds)}</Table.Td>
                  <Table.Td ta="right">{unitPrice == null ? '' : format.money(unitPrice, currency)}</Table.Td>
                  <Table.Td ta="right">{format.money(amount, currency)}</Table.Td>
                </Table.Tr>
              )
            })}
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

type Line = FullCall['costLines'][number]

/** Returns the name of a cost line. Lines of calls before an update have no details, and keep the server's description. */
function useLineName() {
  const t = useMessages('callCosts')
  const word = useWords()
  const destinationOf = useDestinationName()
  return ({ type, description, details }: Line): string => {
    if (type === 'ceiling') return t('ceiling')
    if (!details) return description
    if (type === 'included') {
      const { plan, minutes } = details as { plan: string; minutes: number }
      return t('included', { minutes, plan: word('plan', plan) })
    }
    const { transferred, is_mobile: isMobile, ...place } = details as Omit<Destination, 'isMobile'> & { transferred: boolean; is_mobile: boolean }
    return t(transferred ? 'transferred' : 'talk', { destination: destinationOf({ ...place, isMobile }) })
  }
}
