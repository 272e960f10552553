import { expect, test, vi } from 'vitest'
import { anyWorkspace } from '../../../src/kernel/db/db.ts'
import type { CallSnapshot } from '../../../src/providers/provider.ts'
import * as callAnswers from '../../../src/services/calls/progress/callAnswers.ts'
import * as callBodies from '../../../src/services/calls/progress/callBodies.ts'
import * as callSnapshots from '../../../src/services/calls/progress/callSnapshots.ts'
import { provider } from '../../../src/services/voiceProviders/voiceProviders.ts'
import { captureLogs } from '../../kit/observers/logs.ts'
import { makeCall } from '../../kit/fixtures/rows.ts'
import { useTestServer } from '../../kit/server/testServer.ts'

const testServer = useTestServer({ env: { ROLE: 'api' } })

const analysis = (length: number) => ({ summary: null, structuredData: { secret: 'x'.repeat(length) } }) as unknown as NonNullable<CallSnapshot['analysis']>
const [SHORT, LONG] = [100_000, 140_000]

async function createCallWithSnapshot() {
  const { id: workspaceId } = await testServer().workspace()
  const { id } = await makeCall(workspaceId)
  const call = await anyWorkspace.call.update({ where: { id }, data: { providerCallId: `call-${id}` } })
  const snapshotWith = (length: number) =>
    ({ providerCallId: call.providerCallId!, ref: call.ref, state: 'completed', analysis: analysis(length) }) as CallSnapshot
  return { call, told: snapshotWith }
}

test("an analysis of more than 128 KiB in a response of the provider's API is dropped, and a shorter one is kept", async () => {
  const { call, told: snapshotWith } = await createCallWithSnapshot()
  const getCall = vi.spyOn(provider(call.provider), 'getCall')
  try {
    getCall.mockResolvedValue(snapshotWith(SHORT))
    expect((await callSnapshots.fetchSnapshot(call, call.providerCallId!))?.analysis).toEqual(analysis(SHORT))
    getCall.mockResolvedValue(snapshotWith(LONG))
    expect(await callSnapshots.fetchSnapshot(call, call.providerCallId!)).toMatchObject({ analysis: null, isAnalysisTooLong: true })
  } finally {
    getCall.mockRestore()
  }
})

test('a webhook with an oversized analysis is parsed without it', () => {
  const body = { event: 'call_analyzed', call: { call_id: 'c', call_status: 'ended', call_analysis: { custom_analysis_data: { secret: 'x'.repeat(LONG) } } } }
  const { event } = callBodies.parseBody('retell', Buffer.from(JSON.stringify(body)))
  expect(event).toMatchObject({ type: 'call', call: { analysis: null, isAnalysisTooLong: true } })
})

test('the log names the call, but contains nothing of the dropped analysis', async () => {
  const { call, told: snapshotWith } = await createCallWithSnapshot()
  const logged = await captureLogs(() => callAnswers.extractAnalysis(call, callBodies.dropLongAnalysis(snapshotWith(LONG))))
  expect(logged).toContain(`"callId":${call.id}`)
  expect(logged).toContain('longer than 128 KiB')
  expect(logged).not.toContain('xxx')
})
