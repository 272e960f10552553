import { Alert, List } from '@mantine/core'
import { TriangleAlert } from 'lucide-react'
import { useMessages } from '../../../messages.ts'
import { nameOf } from './agentFields.ts'
import type { AgentForm } from './useAgentForm.ts'

/** All problems that block publishing. Each is also shown at its field. */
export function AgentProblems({ editor: { problems } }: { editor: AgentForm }) {
  const t = useMessages('agents')
  if (problems.length === 0) return null
  return (
    <Alert role="status" color="orange" icon={<TriangleAlert aria-hidden />} title={t('problems', { count: problems.length })}>
      <List size="sm">
        {problems.map(({ path, reason }) => (
          <List.Item key={`${path} ${reason}`}>
            {path && <b>{nameOf(path, t)}: </b>}
            {reason}
          </List.Item>
        ))}
      </List>
    </Alert>
  )
}
