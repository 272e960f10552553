import { expect, test } from 'vitest'
import { pool } from '../../../../src/kernel/db/db.ts'
import { inAnyWorkspace } from '../../../../src/kernel/db/workspaceContext.ts'
import * as registerLoads from '../../../../src/services/compliance/registers/registerLoads.ts'
import * as registers from '../../../../src/services/compliance/registers/registers.ts'
import type { Client } from '../../../kit/clients/client.ts'
import { useTestServer } from '../../../kit/server/testServer.ts'
import { createTenant } from '../../calls/placementKit.ts'
import { fileOf, makeRegister, SERVER } from '../registers/registerKit.ts'

const testServer = useTestServer({ env: { ROLE: 'api' } })

const listsOf = async (key: Client, id: number) => (await key.get(`/calls/${id}/proof`)).body.document.placed.do_not_call
const digestOf = async (key: Client, id: number) => (await key.get(`/calls/${id}/proof`)).body.document.placed_digest as string

test('a proof names the registers that were in force when the call was placed, also once they are replaced and deleted', async () => {
  const [{ acme, key, place }, other] = [await createTenant(testServer()), await createTenant(testServer())]
  const before = (await place('+14155550113')).body.id
  expect(await listsOf(key, before)).not.toHaveProperty('registers')
  const owner = { workspaceId: acme.id as never }
  const shared = await makeRegister(SERVER, ['+12125550111', '+12125550112'], { name: 'National' }, { washed_at: new Date('2026-11-01T00:00:00Z') })
  const own = await makeRegister(owner, ['+12125550113'], { name: 'Own list', type: 'suppression' }, { washed_at: new Date('2026-11-02T00:00:00Z') })
  await makeRegister({ workspaceId: other.acme.id as never }, ['+12125550114'], { name: 'Of others' })
  await makeRegister(owner, [], { name: 'Empty' })
  const first = (await place('+14155550114')).body.id
  const inForce = [
    { name: 'National', country: 'US', numbers: 2, washed_at: '2026-11-01T00:00:00.000Z' },
    { name: 'Own list', country: 'US', numbers: 1, washed_at: '2026-11-02T00:00:00.000Z' },
  ]
  expect(await listsOf(key, first)).toMatchObject({ list: 'workspace', is_listed: false, registers: inForce })
  const digest = await digestOf(key, first)
  await inAnyWorkspace(async () => {
    await registerLoads.load(SERVER, shared.id, fileOf('+12125550111\n'), { washed_at: new Date('2026-11-20T00:00:00Z') })
    await registers.remove(owner, own.id)
  })
  const second = (await place('+14155550115')).body.id
  expect((await listsOf(key, second)).registers).toEqual([{ name: 'National', country: 'US', numbers: 1, washed_at: '2026-11-20T00:00:00.000Z' }])
  expect(await digestOf(key, first)).toBe(digest)
  expect((await listsOf(key, before)).registers).toBeUndefined()
  await inAnyWorkspace(() => registers.remove(SERVER, shared.id))
  expect(
    (await pool.query('select count(*)::int as open from dnc_register_loads where active_until is null and workspace_id is distinct from $1', [other.acme.id]))
      .rows,
  ).toEqual([{ open: 0 }])
})

test('GET /dnc/registers lists the registers of the workspace and of the server, and needs its scope', async () => {
  const [{ acme, key }, other] = [await createTenant(testServer()), await createTenant(testServer())]
  const shared = await makeRegister(SERVER, ['+12125550111'], { name: 'Shared' }, { washed_at: new Date('2026-11-01T00:00:00Z') })
  await makeRegister({ workspaceId: acme.id as never }, ['+12125550113', '+12125550114'], { name: 'Own', source: 'CRM' })
  await makeRegister({ workspaceId: other.acme.id as never }, ['+12125550113'], { name: 'Of others' })
  const { status, body } = await key.get('/dnc/registers')
  expect([status, body.has_more, body.next_cursor, body.data]).toEqual([200, false, null, body.items])
  expect(body.items).toMatchObject([
    { name: 'Own', source: 'CRM', numbers: 2, status: 'ready', is_shared: false, is_expired: false },
    { name: 'Shared', numbers: 1, is_shared: true, washed_at: '2026-11-01T00:00:00.000Z', expires_at: '2026-12-02T00:00:00.000Z' },
  ])
  expect((await (await acme.key('calls:read')).get('/dnc/registers')).status).toBe(403)
  await inAnyWorkspace(() => registers.remove(SERVER, shared.id))
})
