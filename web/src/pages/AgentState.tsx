import { Group } from '@mantine/core'
import { Status } from '../parts/Status.tsx'

interface Judged {
  isActive: boolean
  isPublished: boolean
  hasUnpublishedChanges: boolean
}

/** Whether calls can use an agent, and whether they use it as it is now. */
export function AgentState({ agent }: { agent: Judged }) {
  return (
    <Group gap={4} display="inline-flex">
      <Status kind="agent" value={stateOf(agent)} />
      {agent.isActive && agent.isPublished && agent.hasUnpublishedChanges && <Status kind="agent" value="changed" />}
    </Group>
  )
}

const stateOf = ({ isActive, isPublished }: Judged) => (!isActive ? 'retired' : isPublished ? 'published' : 'draft')
