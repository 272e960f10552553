import { randomUUID } from 'node:crypto'
import { anyWorkspace } from '../../src/db.ts'

/** A bare call row with an agent of its own, for tests of what hangs on one. */
export async function makeCall(workspaceId: number) {
  const agent = await anyWorkspace.agent.create({
    data: { workspaceId, name: 'Agent', lang: 'en-US', voiceEngine: 'retell', model: 'gpt-4.1-mini', generalTools: [], postCallAnalysisData: [] },
  })
  return anyWorkspace.call.create({
    data: {
      workspaceId,
      ref: randomUUID(),
      agentId: agent.id,
      fromNumber: '+12125550001',
      toNumber: '+12125550009',
      provider: 'retell',
      providerAgent: {},
      recorded: true,
      recordingReason: 'enabled',
      detail: { create: {} },
    },
  })
}

let people = 0
/** What somebody gives to sign up; somebody else each time. */
export const person = () => ({ email: `person${(people += 1)}@example.com`, password: 'correct horse', name: 'Person', workspaceName: 'Acme' })
