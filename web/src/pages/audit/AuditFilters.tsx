import { Button, Group, Select, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useNavigate, useSearch } from '../../router/index.ts'
import { useEffect, useState } from 'react'
import { useQuery } from 'urql'
import { useCodedTexts, useMessages } from '../../messages.ts'
import { dayAfter, dayBefore, isDay } from '../calls/callDays.ts'
import { AuditActorsDocument } from './Audit.gql.ts'

/** Resource types to choose from, the most common ones. Others are found by search. */
const SUBJECTS = [
  'agent',
  'api_key',
  'campaign',
  'carrier_connection',
  'connected_app',
  'dnc_entry',
  'invitation',
  'lead_import',
  'member',
  'phone_number',
  'session',
  'webhook_endpoint',
  'workspace',
]

/** Filters of the log, stored in the URL. */
export function AuditFilters() {
  const t = useMessages('audit')
  const common = useMessages('common')
  const nameOf = useCodedTexts('resources')
  const search = useSearch({ from: '/signed-in/audit' })
  const navigate = useNavigate()
  const [{ data }] = useQuery({ query: AuditActorsDocument })
  const [words, type] = useState(search.q ?? '')
  const [q] = useDebouncedValue(words.trim(), 300)
  const change = (fields: Partial<typeof search>) => void navigate({ to: '/audit', search: { ...search, entry: undefined, ...fields }, replace: true })
  useEffect(() => {
    void navigate({ to: '/audit', search: (before) => ({ ...before, q: q || undefined }), replace: true })
  }, [q, navigate])
  const isNarrowed = Object.entries(search).some(([name, value]) => name !== 'entry' && value)
  return (
    <Group gap="sm" align="flex-end" className="filters">
      <TextInput type="search" label={common('search')} value={words} onChange={({ target }) => type(target.value)} />
      <Select
        label={t('subject')}
        placeholder={common('all')}
        clearable
        searchable
        data={SUBJECTS.map((value) => ({ value, label: nameOf(value) ?? value }))}
        value={search.subject ?? null}
        onChange={(subject) => change({ subject: subject ?? undefined })}
      />
      <Select
        label={t('who')}
        placeholder={common('all')}
        clearable
        searchable
        data={(data?.members ?? []).map(({ id, email }) => ({ value: id, label: email }))}
        value={search.user ?? null}
        onChange={(user) => change({ user: user ?? undefined })}
      />
      <TextInput type="date" label={t('from')} value={search.from ?? ''} onChange={({ target }) => change({ from: target.value || undefined })} />
      <TextInput
        type="date"
        label={t('to')}
        value={isDay(search.to) ? dayBefore(search.to) : ''}
        onChange={({ target }) => change({ to: target.value ? dayAfter(target.value) : undefined })}
      />
      {isNarrowed && (
        <Button
          variant="subtle"
          onClick={() => {
            type('')
            void navigate({ to: '/audit', search: {} })
          }}
        >
          {t('clear')}
        </Button>
      )}
    </Group>
  )
}
