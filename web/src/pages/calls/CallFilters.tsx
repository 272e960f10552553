import { Button, CloseButton, Collapse, Group, Pill, Stack, TextInput } from '@mantine/core'
import { useDebouncedCallback, useDisclosure } from '@mantine/hooks'
import { useNavigate, useSearch } from '../../router/index.ts'
import { ListFilter, Search } from 'lucide-react'
import { type ComponentType, type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useQuery } from 'urql'
import { useFormat } from '../../format.ts'
import { type MessageKey, useMessages, useWords } from '../../messages.ts'
import { AgentOptionsDocument, CampaignOptionsDocument } from '../../parts/forms/pickers.gql.ts'
import { dayBefore, isDay } from './callDays.ts'
import { isFiltering, isNumberSearch } from './callFilter.ts'
import { type CallFilter, type CallFilterName, FILTER_NAMES } from './callFilterNames.ts'
import type { CallFilterProps } from './CallFilterFields.tsx'

/** Filters of the call history, stored in the URL, each with a removable chip. */
export function CallFilters({ actions }: { actions: ReactNode }) {
  const t = useMessages('calls')
  const { call, sort, ...filter } = useSearch({ from: '/signed-in/calls' })
  const navigate = useNavigate()
  const [isOpen, { toggle }] = useDisclosure(false)
  const [Fields, setFields] = useState<ComponentType<CallFilterProps>>()
  const change = (changes: CallFilter, replace = false) => void navigate({ to: '/calls', search: { ...filter, ...changes, sort, call }, replace })
  // The fields are there when the area opens, because it takes their height.
  const open = async () => {
    const { CallFilterFields } = await import('./CallFilterFields.tsx')
    setFields(() => CallFilterFields)
    toggle()
  }
  return (
    <Stack gap="sm" component="search" aria-label={t('filters')}>
      <Group gap="sm" align="flex-end">
        <CallSearch
          value={filter.lead ?? filter.number ?? ''}
          onChange={(text) => change(text && isNumberSearch(text) ? { number: text, lead: undefined } : { number: undefined, lead: text }, true)}
        />
        <Button variant="default" leftSection={<ListFilter size={16} aria-hidden />} onClick={() => void open()} aria-expanded={isOpen}>
          {t('filters')}
        </Button>
        <Group gap="xs" ml="auto">
          {actions}
        </Group>
      </Group>
      <Collapse expanded={isOpen}>{Fields && <Fields filter={filter} onChange={change} />}</Collapse>
      <Chips filter={filter} onChange={change} />
    </Stack>
  )
}

/** Pause in typing after which the list is searched. */
const SEARCH_DEBOUNCE_MS = 300

/** Searches by name or number as you type. */
function CallSearch({ value, onChange }: { value: string; onChange: (value: string | undefined) => void }) {
  const t = useMessages('calls')
  const [text, setText] = useState(value)
  const input = useRef<HTMLInputElement>(null)
  const search = useDebouncedCallback((wanted: string) => onChange(wanted.trim() || undefined), SEARCH_DEBOUNCE_MS)
  // Another filter, link or chip has changed the search.
  useEffect(() => {
    if (document.activeElement !== input.current) setText(value)
  }, [value])
  const change = (wanted: string) => {
    setText(wanted)
    search(wanted)
  }
  const send = (event: FormEvent) => {
    event.preventDefault()
    search.cancel()
    onChange(text.trim() || undefined)
  }
  return (
    <form onSubmit={send} style={{ flex: '1 1 220px', maxWidth: 360 }}>
      <TextInput
        ref={input}
        type="search"
        label={t('search')}
        placeholder={t('searchHint')}
        leftSection={<Search size={16} aria-hidden />}
        value={text}
        onChange={({ target }) => change(target.value)}
        rightSection={text && <CloseButton size="sm" aria-label={t('clearSearch')} onClick={() => change('')} />}
      />
    </form>
  )
}

function Chips({ filter, onChange }: CallFilterProps) {
  const t = useMessages('calls')
  const say = useChipText()
  const chips = FILTER_NAMES.flatMap((name) => (isFiltering(name, filter[name]) ? [{ name, text: say(name, filter[name]!) }] : []))
  if (chips.length === 0) return null
  return (
    <Group gap="xs" role="group" aria-label={t('activeFilters')}>
      {chips.map(({ name, text }) => (
        <Pill
          key={name}
          size="md"
          withRemoveButton
          onRemove={() => onChange({ [name]: undefined })}
          removeButtonProps={{ 'aria-label': t('removeFilter', { filter: text }), 'aria-hidden': undefined, tabIndex: 0 }}
        >
          {text}
        </Pill>
      ))}
      <Button size="compact-xs" variant="subtle" onClick={() => onChange(Object.fromEntries(FILTER_NAMES.map((name) => [name, undefined])))}>
        {t('clear')}
      </Button>
    </Group>
  )
}

const CHIPS = {
  number: 'chipNumber',
  status: 'chipStatus',
  outcome: 'chipOutcome',
  direction: 'chipDirection',
  agent: 'chipAgent',
  campaign: 'chipCampaign',
  from: 'chipFrom',
  to: 'chipUntil',
  lead: 'chipLead',
  said: 'chipSaid',
  minDuration: 'chipMinDuration',
  maxDuration: 'chipMaxDuration',
  minCost: 'chipMinCost',
  maxCost: 'chipMaxCost',
  recording: 'chipRecording',
  sentiment: 'sentiment',
  disclosure: 'chipDisclosure',
} as const satisfies Record<CallFilterName, MessageKey<'calls'>>

function useChipText() {
  const t = useMessages('calls')
  const word = useWords()
  const format = useFormat()
  const { agent, campaign } = useSearch({ from: '/signed-in/calls' })
  const [{ data: agents }] = useQuery({ query: AgentOptionsDocument, pause: !agent })
  const [{ data: campaigns }] = useQuery({ query: CampaignOptionsDocument, pause: !campaign })
  const findName = (rows: readonly { id: string; name: string }[] | undefined, id: string) => rows?.find((row) => row.id === id)?.name ?? id
  const moment = (value: string) => (isDay(value) ? format.day(value) : format.moment(value))
  const duration = (value: string) => format.duration(Number(value))
  const formatters: Partial<Record<CallFilterName, (value: string) => string>> = {
    status: (value) => word('call', value),
    sentiment: (value) => word('sentiment', value),
    disclosure: (value) => word('disclosureSaid', value),
    outcome: (value) => word('outcome', value),
    direction: (value) => word('direction', value),
    agent: (value) => findName(agents?.agents.nodes, value),
    campaign: (value) => findName(campaigns?.campaigns.nodes, value),
    minDuration: duration,
    maxDuration: duration,
    minCost: (value) => format.cents(value),
    maxCost: (value) => format.cents(value),
    recording: (value) => t(value === 'no' ? 'withoutRecording' : 'withRecording'),
    from: moment,
    to: (value) => moment(isDay(value) ? dayBefore(value) : value),
  }
  return (name: CallFilterName, value: string) => t(CHIPS[name], { value: formatters[name]?.(value) ?? value })
}
