import { Stack, Text, TextInput } from '@mantine/core'
import { SearchX } from 'lucide-react'
import { useState } from 'react'
import { useQuery } from 'urql'
import { useFormat } from '../../format.ts'
import { useMessages } from '../../messages.ts'
import { type Column, DataTable } from '../../parts/DataTable.tsx'
import { Empty, Loaded } from '../../parts/States.tsx'
import { BillingPricesDocument, type BillingPricesQuery } from './Billing.gql.ts'

type Price = BillingPricesQuery['prices'][number]

/** What a minute of a call and a segment of a text cost, by destination; found by a country's name or by a number. */
export function BillingPrices() {
  const t = useMessages('billing')
  const [wanted, want] = useState('')
  const result = useQuery({ query: BillingPricesDocument })
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        {t('pricesAbout')}
      </Text>
      <TextInput label={t('findPrice')} placeholder={t('findPriceExample')} maw={360} value={wanted} onChange={({ target }) => want(target.value)} />
      <Loaded result={result}>{({ prices }) => <Prices prices={prices.filter((price) => isWanted(price, wanted))} />}</Loaded>
    </Stack>
  )
}

/** By a part of the name, or by digits: of a prefix, or of a number that begins with it. */
function isWanted({ prefix, name }: Price, wanted: string) {
  const digits = wanted.replaceAll(/[\s()+-]/g, '')
  if (!/^\d+$/.test(digits)) return name.toLowerCase().includes(wanted.trim().toLowerCase())
  return prefix.startsWith(digits) || digits.startsWith(prefix)
}

function Prices({ prices }: { prices: readonly Price[] }) {
  const t = useMessages('billing')
  const format = useFormat()
  const columns: Column<Price>[] = [
    { key: 'name', header: t('destination'), width: 'minmax(110px, 2fr)', cell: ({ name }) => name },
    { key: 'prefix', header: t('prefix'), width: '110px', isMinor: true, cell: ({ prefix }) => (prefix ? `+${prefix}` : t('anyPrefix')) },
    { key: 'minute', header: t('perMinute'), width: '110px', isNumber: true, cell: ({ perMinute }) => format.money(perMinute) },
    { key: 'segment', header: t('perSegment'), width: '110px', isNumber: true, cell: ({ perSegment }) => format.money(perSegment) },
  ]
  return (
    <DataTable
      label={t('prices')}
      columns={columns}
      rows={prices}
      rowKey={({ prefix }) => `+${prefix}`}
      rowHeight={38}
      empty={<Empty icon={SearchX} title={t('noPrice')} />}
    />
  )
}
