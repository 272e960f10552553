import { Select, SimpleGrid, TextInput, type TextInputProps } from '@mantine/core'
import { DIRECTIONS } from '../../../../src/kernel/vocabulary/callStates.ts'
import { useMessages, useWords, type WordKind } from '../../messages.ts'
import { AgentPicker, CampaignPicker } from '../../parts/forms/pickers.tsx'
import { dayAfter, dayBefore, isDay } from './callDays.ts'
import type { CallFilter, CallFilterName } from './callFilterNames.ts'

const STATES = ['queued', 'dialing', 'ringing', 'in_progress', 'completed', 'no_answer', 'busy', 'voicemail', 'failed', 'canceled'] as const
const OUTCOMES = ['success', 'not_interested', 'callback', 'unknown', 'no_answer', 'busy', 'voicemail', 'failed'] as const

const DISCLOSURES_SAID = ['yes', 'no', 'unknown'] as const
const SENTIMENTS = ['positive', 'neutral', 'negative'] as const
const MAX_SAID_LENGTH = 200

export interface CallFilterProps {
  filter: CallFilter
  onChange: (changes: CallFilter) => void
}

/** The fields to filter calls by, loaded when they are opened. */
export function CallFilterFields({ filter, onChange }: CallFilterProps) {
  const t = useMessages('calls')
  const word = useWords()
  const choose = (name: CallFilterName) => (value: string | null) => onChange({ [name]: value ?? undefined })
  const words = (kind: WordKind, values: readonly string[]) => values.map((value) => ({ value, label: word(kind, value) }))
  const outcomes = filter.outcome && !OUTCOMES.some((known) => known === filter.outcome) ? [...OUTCOMES, filter.outcome] : OUTCOMES
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }} spacing="sm">
      <Select label={t('status')} data={words('call', STATES)} value={filter.status ?? null} onChange={choose('status')} clearable />
      <Select label={t('outcome')} data={words('outcome', outcomes)} value={filter.outcome ?? null} onChange={choose('outcome')} clearable />
      <AgentPicker label={t('agent')} value={filter.agent ?? null} onChange={choose('agent')} clearable />
      <CampaignPicker label={t('campaign')} value={filter.campaign ?? null} onChange={choose('campaign')} clearable />
      <Select label={t('direction')} data={words('direction', DIRECTIONS)} value={filter.direction ?? null} onChange={choose('direction')} clearable />
      <TextInput
        type="date"
        label={t('from')}
        value={isDay(filter.from) ? filter.from : ''}
        max={isDay(filter.to) ? dayBefore(filter.to) : undefined}
        onChange={({ target }) => onChange({ from: target.value || undefined })}
      />
      <TextInput
        type="date"
        label={t('until')}
        value={isDay(filter.to) ? dayBefore(filter.to) : ''}
        min={isDay(filter.from) ? filter.from : undefined}
        onChange={({ target }) => onChange({ to: target.value ? dayAfter(target.value) : undefined })}
      />
      <Select
        label={t('recording')}
        data={[
          { value: 'yes', label: t('withRecording') },
          { value: 'no', label: t('withoutRecording') },
        ]}
        value={filter.recording ?? null}
        onChange={choose('recording')}
        clearable
      />
      <Select label={t('sentimentLabel')} data={words('sentiment', SENTIMENTS)} value={filter.sentiment ?? null} onChange={choose('sentiment')} clearable />
      <Select
        label={t('disclosureSaid')}
        data={words('disclosureSaid', DISCLOSURES_SAID)}
        value={filter.disclosure ?? null}
        onChange={choose('disclosure')}
        clearable
      />
      <Typed label={t('said')} maxLength={MAX_SAID_LENGTH} placeholder={t('saidHint')} value={filter.said ?? ''} onChange={choose('said')} />
      {BOUNDS.map(([name, label, step]) => (
        <Typed key={name} type="number" min={0} max={999_999_999} step={step} label={t(label)} value={filter[name] ?? ''} onChange={choose(name)} />
      ))}
    </SimpleGrid>
  )
}

const BOUNDS = [
  ['minDuration', 'minDuration', '1'],
  ['maxDuration', 'maxDuration', '1'],
  ['minCost', 'minCost', '0.01'],
  ['maxCost', 'maxCost', '0.01'],
] as const

interface TypedProps extends Omit<TextInputProps, 'onChange'> {
  value: string
  onChange: (value: string | null) => void
}

/** A field that filters when it is left or Enter is pressed, and not for each character. */
function Typed({ value, onChange, ...props }: TypedProps) {
  const apply = (input: HTMLInputElement) => {
    const text = input.value.trim()
    if (text !== value && input.validity.valid) onChange(text || null)
  }
  return (
    <TextInput
      key={value}
      {...props}
      defaultValue={value}
      onBlur={({ target }) => apply(target)}
      onKeyDown={({ key, currentTarget }) => key === 'Enter' && apply(currentTarget)}
    />
  )
}
