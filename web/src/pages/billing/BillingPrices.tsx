import { Stack, Text, TextInput } from '@mantine/core'
import { SearchX } from 'lucide-react'
import { useState } from 'react'
import { useQuery } from 'urql'
import { useFormat } from '../../format.ts'
import { useMessages } from '../../messages.ts'
import { type Column, DataTable } from '../../parts/tables/DataTable.tsx'
import { EmptyState, QueryResult } from '../../parts/page/States.tsx'
import { useDestinationName } from '../../parts/text/useDestinationName.ts'
import { BillingPricesDocument, type BillingPricesQuery } from './Billing.gql.ts'

type Price = BillingPricesQuery['prices'][number]

/** Prices per call minute and SMS segment, by destination. Searchable by country or number. */
export function BillingPrices() {
  const t = useMessages('billing')
  const [query, setQuery] = useState('')
  const nameOf = useDestinationName()
  const result = useQuery({ query: BillingPricesDocument })
  return (
    <Stack gap="sm" maw={760}>
      <Text size="sm" c="dimmed">
        {t('pricesAbout')}
      </Text>
      <TextInput label={t('findPrice')} placeholder={t('findPriceExample')} maw={360} value={query} onChange={({ target }) => setQuery(target.value)} />
      <QueryResult result={result}>
        {({ prices }) => <Prices prices={prices.map((price) => ({ ...price, name: nameOf(price) })).filter((price) => matchesQuery(price, query))} />}
      </QueryResult>
    </Stack>
  )
}

/** Matches a part of the name, or digits: of a prefix, or of a number that starts with it. */
function matchesQuery({ prefix, name }: Price, wanted: string) {
  const digits = wanted.replaceAll(/[\s()+-]/g, '')
  if (!/^\d+$/.test(digits)) return name.toLowerCase().includes(wanted.trim().toLowerCase())
  return prefix.startsWith(digits) || digits.startsWith(prefix)
}

function Prices({ prices }: { prices: readonly Price[] }) {
  const t = useMessages('billing')
  const format = useFormat()
  const prefixOf = ({ prefix }: Price) => (prefix ? `+${prefix}` : t('anyPrefix'))
  const columns: Column<Price>[] = [
    { key: 'name', header: t('destination'), width: 'minmax(110px, 2fr)', cell: ({ name }) => name },
    { key: 'prefix', header: t('prefix'), isMinor: true, cell: prefixOf },
    { key: 'minute', header: t('perMinute'), isNumber: true, cell: ({ perMinute }) => format.money(perMinute) },
    { key: 'segment', header: t('perSegment'), isNumber: true, cell: ({ perSegment }) => format.money(perSegment) },
  ]
  return (
    <DataTable
      label={t('prices')}
      columns={columns}
      rows={prices}
      rowKey={({ prefix }) => `+${prefix}`}
      secondLine={prefixOf}
      empty={<EmptyState icon={SearchX} title={t('noPrice')} />}
    />
  )
}
