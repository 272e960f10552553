import { MultiSelect, type MultiSelectProps, Select, type SelectProps } from '@mantine/core'
import { useQuery } from 'urql'
import { AgentOptionsDocument, CampaignOptionsDocument, KnowledgeBaseOptionsDocument, NumberOptionsDocument } from './pickers.gql.ts'

/** Selects an agent by ID; with `onlyPublished` only those that calls can use. */
export function AgentPicker({ onlyPublished = false, ...props }: SelectProps & { onlyPublished?: boolean }) {
  const [{ data }] = useQuery({ query: AgentOptionsDocument })
  const agents = (data?.agents.nodes ?? []).filter(({ isPublished }) => isPublished || !onlyPublished)
  return <Select searchable data={agents.map(({ id, name }) => ({ value: id, label: name }))} {...props} />
}

/** Selects an active number by ID; with `onlySms` only those that can send SMS. */
export function NumberPicker({ onlySms = false, ...props }: SelectProps & { onlySms?: boolean }) {
  const [{ data }] = useQuery({ query: NumberOptionsDocument })
  const numbers = (data?.phoneNumbers.nodes ?? []).filter(({ isActive, smsReady }) => isActive && (smsReady || !onlySms))
  return (
    <Select
      searchable
      data={numbers.map(({ id, phoneNumber, label }) => ({ value: id, label: label ? `${phoneNumber} · ${label}` : phoneNumber }))}
      {...props}
    />
  )
}

/** Selects a campaign by ID. */
export function CampaignPicker(props: SelectProps) {
  const [{ data }] = useQuery({ query: CampaignOptionsDocument })
  return <Select searchable data={(data?.campaigns.nodes ?? []).map(({ id, name }) => ({ value: id, label: name }))} {...props} />
}

/** Selects knowledge bases by ID. The page of an agent has loaded them. */
export function KnowledgePicker(props: MultiSelectProps) {
  const [{ data }] = useKnowledgeBases()
  return <MultiSelect searchable data={(data?.knowledgeBases.nodes ?? []).map(({ id, name }) => ({ value: id, label: name }))} {...props} />
}

/** Returns the name of a knowledge base by ID, or the ID if it was deleted. */
export function useKnowledgeNames(): (id: string) => string {
  const [{ data }] = useKnowledgeBases()
  return (id) => data?.knowledgeBases.nodes.find((base) => base.id === id)?.name ?? id
}

const useKnowledgeBases = () => useQuery({ query: KnowledgeBaseOptionsDocument, requestPolicy: 'cache-first' })
