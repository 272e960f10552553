import { MultiSelect, type MultiSelectProps, type OptionsFilter, Select, type SelectProps } from '@mantine/core'
import { type CombinedError, useQuery } from 'urql'
import { useMessages } from '../../messages.ts'
import { groupDigits } from '../text/phoneGroups.ts'
import { AgentOptionsDocument, CampaignOptionsDocument, KnowledgeBaseOptionsDocument, NumberOptionsDocument } from './pickers.gql.ts'

/** Selects an agent by ID; with `onlyPublished` only those that calls can use. */
export function AgentPicker({ onlyPublished = false, ...props }: SelectProps & { onlyPublished?: boolean }) {
  const [{ data, error }] = useQuery({ query: AgentOptionsDocument })
  const problem = useLoadProblem(data, error)
  const agents = (data?.agents.nodes ?? []).filter(({ isPublished }) => isPublished || !onlyPublished)
  return <Select searchable data={agents.map(({ id, name }) => ({ value: id, label: name }))} {...props} error={problem ?? props.error} />
}

/** Selects an active number by ID; with `onlySms` only those that can send SMS. */
export function NumberPicker({ onlySms = false, ...props }: SelectProps & { onlySms?: boolean }) {
  const [{ data, error }] = useQuery({ query: NumberOptionsDocument })
  const problem = useLoadProblem(data, error)
  const numbers = (data?.phoneNumbers.nodes ?? []).filter(({ isActive, smsReady }) => isActive && (smsReady || !onlySms))
  return (
    <Select
      searchable
      filter={filterNumbers}
      data={numbers.map(({ id, phoneNumber, label }) => ({ value: id, label: [groupDigits(phoneNumber).join(' '), label].filter(Boolean).join(' · ') }))}
      {...props}
      error={problem ?? props.error}
    />
  )
}

const withoutGaps = (text: string) => text.toLowerCase().replaceAll(/[\s().-]/g, '')

/** Finds numbers however they are typed: with gaps or without. */
const filterNumbers: OptionsFilter = ({ options, search }) =>
  options.filter((option) => 'label' in option && withoutGaps(option.label).includes(withoutGaps(search)))

/** Selects a campaign by ID. */
export function CampaignPicker(props: SelectProps) {
  const [{ data, error }] = useQuery({ query: CampaignOptionsDocument })
  const problem = useLoadProblem(data, error)
  return (
    <Select searchable data={(data?.campaigns.nodes ?? []).map(({ id, name }) => ({ value: id, label: name }))} {...props} error={problem ?? props.error} />
  )
}

/** Selects knowledge bases by ID. The page of an agent has loaded them. */
export function KnowledgePicker(props: MultiSelectProps) {
  const [{ data, error }] = useKnowledgeBases()
  const problem = useLoadProblem(data, error)
  return (
    <MultiSelect
      searchable
      data={(data?.knowledgeBases.nodes ?? []).map(({ id, name }) => ({ value: id, label: name }))}
      {...props}
      error={problem ?? props.error}
    />
  )
}

/** Says that the options could not be loaded: without it, a picker would look as if there were none. */
function useLoadProblem(data: object | undefined, error: CombinedError | undefined): string | undefined {
  const t = useMessages('common')
  return !data && error ? t('failed') : undefined
}

/** Returns the name of a knowledge base by ID, or the ID if it was deleted. */
export function useKnowledgeNames(): (id: string) => string {
  const [{ data }] = useKnowledgeBases()
  return (id) => data?.knowledgeBases.nodes.find((base) => base.id === id)?.name ?? id
}

const useKnowledgeBases = () => useQuery({ query: KnowledgeBaseOptionsDocument, requestPolicy: 'cache-first' })
