import { Status } from '../../parts/Status.tsx'

interface Judged {
  isActive: boolean
  isPublished: boolean
  hasUnpublishedChanges: boolean
}

/** Whether calls can use an agent, and whether they use it as it is now. */
export function AgentState({ agent: { isActive, isPublished, hasUnpublishedChanges } }: { agent: Judged }) {
  const state = !isActive ? 'retired' : !isPublished ? 'draft' : hasUnpublishedChanges ? 'changed' : 'published'
  return <Status kind="agent" value={state} />
}
