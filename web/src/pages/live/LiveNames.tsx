import { useQuery } from 'urql'
import { LiveAgentNameDocument, LiveCampaignNameDocument } from './Live.gql.ts'

/** An agent's name by ID. Calls with the same agent share one request. */
export function AgentName({ id }: { id: string }) {
  const [{ data }] = useQuery({ query: LiveAgentNameDocument, variables: { id }, requestPolicy: 'cache-first' })
  return <>{data?.agent.name ?? ''}</>
}

/** A campaign's name by ID. */
export function CampaignName({ id }: { id: string }) {
  const [{ data }] = useQuery({ query: LiveCampaignNameDocument, variables: { id }, requestPolicy: 'cache-first' })
  return <>{data?.campaign.name ?? ''}</>
}
