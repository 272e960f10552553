import { randomUUID } from 'node:crypto'
import { clock } from '../../src/clock.ts'
import { anyWorkspace } from '../../src/db.ts'
import { includedSeconds, monthOf } from '../../src/services/usage.ts'

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

/** Makes this month's included minutes of the plan used, by calls that cannot be seen. */
export const useUp = (workspaceId: number, plan: string) =>
  anyWorkspace.usagePeriod.create({ data: { workspaceId, periodStart: monthOf(clock.now()).start, seconds: includedSeconds(plan), calls: 0 } })

let people = 0
/** What somebody gives to sign up; somebody else each time. */
export const person = () => ({ email: `person${(people += 1)}@example.com`, password: 'correct horse', name: 'Person', workspaceName: 'Acme' })
