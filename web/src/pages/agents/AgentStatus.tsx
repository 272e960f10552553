import { Status } from '../../parts/Status.tsx'

interface PublishState {
  isActive: boolean
  isPublished: boolean
  hasUnpublishedChanges: boolean
}

/** Whether calls can use the agent, and whether the published version is current. */
export function AgentStatus({ agent: { isActive, isPublished, hasUnpublishedChanges } }: { agent: PublishState }) {
  const state = !isActive ? 'retired' : !isPublished ? 'draft' : hasUnpublishedChanges ? 'changed' : 'published'
  return <Status kind="agent" value={state} />
}
