import { Group, Select, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useQuery } from 'urql'
import { useFormat } from '../../format.ts'
import { useMessages, useWords } from '../../messages.ts'
import { LeadCountsDocument } from './Leads.gql.ts'

const WAIT_MS = 300

/** Which of a campaign's leads are shown: those in a state, and those with a text in their name, number or id. */
export function LeadFilters({ campaignId }: { campaignId: string }) {
  const t = useMessages('leads')
  const common = useMessages('common')
  const word = useWords()
  const format = useFormat()
  const { status, search = '' } = useSearch({ from: '/signed-in/campaigns/$id' })
  const navigate = useNavigate({ from: '/campaigns/$id' })
  const [written, write] = useState(search)
  const sought = useRef(search)
  const look = useDebouncedCallback((text: string) => {
    sought.current = text.trim()
    void navigate({ search: (before) => ({ ...before, search: sought.current || undefined }), replace: true, resetScroll: false })
  }, WAIT_MS)
  useEffect(() => {
    // The filters were cleared elsewhere.
    if (search === sought.current) return
    sought.current = search
    write(search)
  }, [search])
  const [{ data }] = useQuery({ query: LeadCountsDocument, variables: { campaignId } })
  const { total, ...counts } = data?.campaign.stats.leads ?? { total: 0, pending: 0, calling: 0, completed: 0, failed: 0, doNotCall: 0, cancelled: 0 }
  const option = (value: string, label: string, count: number) => ({
    value,
    label: data ? t('stateWithCount', { state: label, count: format.number(count) }) : label,
  })
  const states = Object.entries(counts).map(([name, count]) => {
    const value = name === 'doNotCall' ? 'do_not_call' : name
    return option(value, word('lead', value), count)
  })
  return (
    <Group align="flex-end" gap="sm">
      <TextInput
        label={common('search')}
        placeholder={t('searchHint')}
        leftSection={<Search size={16} aria-hidden />}
        type="search"
        w={240}
        value={written}
        onChange={({ target }) => (write(target.value), look(target.value))}
      />
      <Select
        label={t('state')}
        w={200}
        data={[option('', common('all'), total), ...states]}
        value={status ?? ''}
        allowDeselect={false}
        onChange={(chosen) => void navigate({ search: (before) => ({ ...before, status: chosen || undefined }), resetScroll: false })}
      />
    </Group>
  )
}
