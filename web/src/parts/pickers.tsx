import { MultiSelect, type MultiSelectProps, Select, type SelectProps } from '@mantine/core'
import { useQuery } from 'urql'
import { AgentChoicesDocument, CampaignChoicesDocument, KnowledgeChoicesDocument, NumberChoicesDocument } from './pickers.gql.ts'

/** Chooses an agent, by its id; of those that calls can use when `onlyPublished`. */
export function AgentPicker({ onlyPublished = false, ...props }: SelectProps & { onlyPublished?: boolean }) {
  const [{ data }] = useQuery({ query: AgentChoicesDocument })
  const agents = (data?.agents.nodes ?? []).filter(({ isPublished }) => isPublished || !onlyPublished)
  return <Select searchable data={agents.map(({ id, name }) => ({ value: id, label: name }))} {...props} />
}

/** Chooses an active number of the workspace, by its id; of those that can send texts when `onlySms`. */
export function NumberPicker({ onlySms = false, ...props }: SelectProps & { onlySms?: boolean }) {
  const [{ data }] = useQuery({ query: NumberChoicesDocument })
  const numbers = (data?.phoneNumbers.nodes ?? []).filter(({ isActive, smsReady }) => isActive && (smsReady || !onlySms))
  return (
    <Select
      searchable
      data={numbers.map(({ id, phoneNumber, label }) => ({ value: id, label: label ? `${phoneNumber} · ${label}` : phoneNumber }))}
      {...props}
    />
  )
}

/** Chooses a campaign, by its id. */
export function CampaignPicker(props: SelectProps) {
  const [{ data }] = useQuery({ query: CampaignChoicesDocument })
  return <Select searchable data={(data?.campaigns.nodes ?? []).map(({ id, name }) => ({ value: id, label: name }))} {...props} />
}

/** Chooses knowledge bases, by their ids. */
export function KnowledgePicker(props: MultiSelectProps) {
  const [{ data }] = useQuery({ query: KnowledgeChoicesDocument })
  return <MultiSelect searchable data={(data?.knowledgeBases.nodes ?? []).map(({ id, name }) => ({ value: id, label: name }))} {...props} />
}

/** What knowledge bases are called; one that is deleted is a number. */
export function useKnowledgeNames(): (id: string) => string {
  const [{ data }] = useQuery({ query: KnowledgeChoicesDocument })
  return (id) => data?.knowledgeBases.nodes.find((base) => base.id === id)?.name ?? id
}
