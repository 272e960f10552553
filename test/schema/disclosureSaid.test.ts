import { beforeAll, expect, test } from 'vitest'
import { anyWorkspace } from '../../src/kernel/db/db.ts'
import type { CallSnapshot } from '../../src/providers/provider.ts'
import * as callProgress from '../../src/services/calls/progress/callProgress.ts'
import { endedSnapshot } from '../kit/fixtures/callSnapshots.ts'
import { makeCall } from '../kit/fixtures/rows.ts'
import { type TestWorkspace, useTestServer } from '../kit/server/testServer.ts'
import type { Client } from '../kit/clients/client.ts'

const testServer = useTestServer()
let acme: TestWorkspace
let key: Client
let campaignId: number
beforeAll(async () => {
  acme = await testServer().workspace()
  key = await acme.key()
  campaignId = (await anyWorkspace.campaign.create({ data: { workspaceId: acme.id, name: 'Autumn', settings: {} } })).id
})

const snapshot = (changes: Partial<CallSnapshot>) => endedSnapshot({ outcome: 'success', ...changes })

/** Adds a finished call on which the agent says this. */
async function addCall(text: string | null) {
  const { id } = await makeCall(acme.id)
  const call = await anyWorkspace.call.update({ where: { id }, data: { campaignId, recorded: false } })
  const transcript = text === null ? [] : [{ role: 'agent' as const, text, startSeconds: 0 }]
  await callProgress.applySnapshot(call, snapshot({ transcript }))
  return String(id)
}

test('calls, their number and the results of a campaign are found by whether the disclosure was said, and each says what was left out', async () => {
  const [said, partly, silent] = [
    await addCall('I am an AI assistant calling on behalf of Bright Dental.'),
    await addCall('I am an AI assistant.'),
    await addCall(null),
  ]
  const find = async (disclosureSaid: string) =>
    await key.gql<{ calls: { nodes: object[] }; callCount: number; campaignResults: { nodes: object[] } }>(
      `query($disclosureSaid: DisclosureSaid, $campaignId: ID!) {
        calls(disclosureSaid: $disclosureSaid) { nodes { id disclosureSaid unsaid } }
        callCount(disclosureSaid: $disclosureSaid)
        campaignResults(campaignId: $campaignId, disclosureSaid: $disclosureSaid) { nodes { id: callId disclosureSaid unsaid } } }`,
      { disclosureSaid, campaignId: String(campaignId) },
    )
  for (const [disclosureSaid, id, unsaid] of [
    ['yes', said, []],
    ['no', partly, ['caller']],
    ['unknown', silent, []],
  ] as const) {
    const nodes = [{ id, disclosureSaid, unsaid }]
    expect(await find(disclosureSaid)).toEqual({ calls: { nodes }, callCount: 1, campaignResults: { nodes } })
  }
})

test('it is decided once: what arrives after the call was closed changes nothing', async () => {
  const id = await addCall('Hello.')
  const call = await anyWorkspace.call.findUniqueOrThrow({ where: { id: Number(id) } })
  const transcript = [{ role: 'agent' as const, text: 'I am an AI assistant calling on behalf of Bright Dental.', startSeconds: 0 }]
  await callProgress.applySnapshot(call, snapshot({ providerCallId: '', transcript }))
  const { call: found } = await key.gql<{ call: object }>('query($id: ID!) { call(id: $id) { disclosureSaid unsaid } }', { id })
  expect(found).toEqual({ disclosureSaid: 'no', unsaid: ['ai', 'caller'] })
})
