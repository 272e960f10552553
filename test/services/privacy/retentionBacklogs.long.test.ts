import { expect, test } from 'vitest'
import { anyWorkspace, pool } from '../../../src/kernel/db/db.ts'
import * as callStatChecks from '../../../src/services/analytics/counting/callStatChecks.ts'
import * as retention from '../../../src/services/privacy/retention.ts'
import { makeCall } from '../../kit/fixtures/rows.ts'
import { useTestServer } from '../../kit/server/testServer.ts'
import { waitFor } from '../../kit/waiting/waitFor.ts'
import { readTotals, sweep } from './privacyKit.ts'

const testServer = useTestServer()

/** Blanks 1,500 calls, and then deletes them. */
test('concurrent sweeps process a backlog, each call once', async () => {
  const acme = await testServer().workspace()
  const { agentId } = await makeCall(acme.id)
  await pool.query(
    `with created as (
       insert into calls (workspace_id, ref, agent_id, from_number, to_number, provider, provider_agent, recorded, recording_reason, status, created_at, ended_at, finished_at)
       select $1, gen_random_uuid(), $2, '+12125550001', '+12125550002', 'retell', '{}', false, 'off', 'completed', now() - interval '9 days', now() - interval '9 days', now()
       from generate_series(1, 1500) returning id, workspace_id)
     insert into call_details (call_id, workspace_id, summary) select id, workspace_id, 'Summary' from created`,
    [acme.id, agentId],
  )
  await anyWorkspace.workspace.update({ where: { id: acme.id }, data: { transcriptRetentionDays: 3 } })
  // The server also sweeps once a minute. This sweep skips rows that the server is processing.
  await sweep()
  await expect.poll(() => anyWorkspace.callDetail.count({ where: { workspaceId: acme.id, summary: { not: null } } })).toBe(0)
  await anyWorkspace.workspace.update({ where: { id: acme.id }, data: { callRetentionDays: 8 } })
  await sweep()
  await expect.poll(() => anyWorkspace.call.count({ where: { workspaceId: acme.id, finishedAt: { not: null } } })).toBe(0)
  expect(await anyWorkspace.erasedCall.count({ where: { workspaceId: acme.id } })).toBe(1500)
})

/** Creates 6,000 calls and deletes them. */
test('a backlog that takes longer than one sweep is continued by the next, and the statistics stay consistent', async () => {
  const acme = await testServer().workspace()
  const { agentId } = await makeCall(acme.id)
  await pool.query(
    `with created as (
       insert into calls (workspace_id, ref, agent_id, from_number, to_number, provider, provider_agent, recorded, recording_reason, status, duration_seconds, created_at, ended_at, finished_at)
       select $1, gen_random_uuid(), $2, '+12125550001', '+12125550002', 'retell', '{}', false, 'off', 'completed', 60, now() - interval '9 days', now() - interval '9 days', now()
       from generate_series(1, 6000) returning id, workspace_id)
     insert into call_details (call_id, workspace_id, summary) select id, workspace_id, 'Summary' from created`,
    [acme.id, agentId],
  )
  await callStatChecks.rebuild(acme.id)
  const added = await readTotals(acme.id)
  await anyWorkspace.workspace.update({ where: { id: acme.id }, data: { callRetentionDays: 8 } })
  const remaining = () => anyWorkspace.call.count({ where: { workspaceId: acme.id, finishedAt: { not: null } } })
  await waitFor('the first calls to be deleted', async () => {
    await retention.sweep(50)
    return (await remaining()) < 6_000
  })
  expect(await remaining()).toBeGreaterThan(0)
  await waitFor('all calls to be deleted', async () => {
    await retention.sweep(500)
    return (await remaining()) === 0
  })
  expect(await anyWorkspace.erasedCall.count({ where: { workspaceId: acme.id } })).toBe(6_000)
  expect(await readTotals(acme.id)).toEqual(added)
  expect(await callStatChecks.verify(acme.id)).toMatchObject({ workspaces: 1, differences: 0, examples: [] })
})
