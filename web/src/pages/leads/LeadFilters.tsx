import { Group, Select, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useNavigate, useSearch } from '../../router/index.ts'
import { Search } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useQuery } from 'urql'
import { useFormat } from '../../format.ts'
import { useMessages, useWords } from '../../messages.ts'
import { LeadCountsDocument } from './Leads.gql.ts'

const DEBOUNCE_MS = 300

/** Filters of a campaign's leads by status, and by text in name, number or ID. */
export function LeadFilters({ campaignId }: { campaignId: string }) {
  const t = useMessages('leads')
  const common = useMessages('common')
  const word = useWords()
  const format = useFormat()
  const { status, search = '' } = useSearch({ from: '/signed-in/campaigns/$id' })
  const navigate = useNavigate({ from: '/campaigns/$id' })
  const [text, setText] = useState(search)
  const lastSearch = useRef(search)
  const look = useDebouncedCallback((value: string) => {
    lastSearch.current = value.trim()
    void navigate({ search: (before) => ({ ...before, search: lastSearch.current || undefined }), replace: true, resetScroll: false })
  }, DEBOUNCE_MS)
  useEffect(() => {
    // The filters were cleared elsewhere.
    if (search === lastSearch.current) return
    lastSearch.current = search
    setText(search)
  }, [search])
  const [{ data }] = useQuery({ query: LeadCountsDocument, variables: { campaignId } })
  const { total, ...counts } = data?.campaign.stats.leads ?? { total: 0, pending: 0, calling: 0, completed: 0, failed: 0, doNotCall: 0, cancelled: 0 }
  const option = (value: string, label: string, count: number) => ({
    value,
    label: data ? t('statusWithCount', { state: label, count: format.number(count) }) : label,
  })
  const states = Object.entries(counts).map(([name, count]) => {
    const value = name === 'doNotCall' ? 'do_not_call' : name
    return option(value, word('lead', value), count)
  })
  return (
    <Group align="flex-end" gap="sm" className="filters">
      <TextInput
        label={common('search')}
        placeholder={t('searchHint')}
        leftSection={<Search size={16} aria-hidden />}
        type="search"
        w={270}
        value={text}
        onChange={({ target }) => (setText(target.value), look(target.value))}
      />
      <Select
        label={t('status')}
        w={200}
        data={[option('', common('all'), total), ...states]}
        value={status ?? ''}
        allowDeselect={false}
        onChange={(chosen) => void navigate({ search: (before) => ({ ...before, status: chosen || undefined }), resetScroll: false })}
      />
    </Group>
  )
}
