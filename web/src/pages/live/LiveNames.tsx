import { useQuery } from 'urql'
import { LiveAgentNameDocument, LiveCampaignNameDocument } from './Live.gql.ts'

/** An agent's name by its id, asked for once however many calls it speaks in. */
export function AgentName({ id }: { id: string }) {
  const [{ data }] = useQuery({ query: LiveAgentNameDocument, variables: { id }, requestPolicy: 'cache-first' })
  return <>{data?.agent.name ?? ''}</>
}

/** The same for a campaign. */
export function CampaignName({ id }: { id: string }) {
  const [{ data }] = useQuery({ query: LiveCampaignNameDocument, variables: { id }, requestPolicy: 'cache-first' })
  return <>{data?.campaign.name ?? ''}</>
}
