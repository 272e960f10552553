import { beforeAll, describe, expect, test } from 'vitest'
import { anyWorkspace } from '../../../../src/kernel/db/db.ts'
import { graphql, type Client } from '../../../kit/clients/client.ts'
import { type TestWorkspace, useTestServer } from '../../../kit/server/testServer.ts'
import { makeRegister, SERVER } from './registerKit.ts'

const testServer = useTestServer({ env: { REGISTER_UPLOAD_MB: '1' } })
let acme: TestWorkspace
let key: Client
beforeAll(async () => {
  acme = await testServer().workspace()
  key = await acme.key()
})

const FIELDS = 'id name type country source status isShared numbers invalidLines invalidAt washedAt expiresAt isExpired error'
const create = async (input: object, client = key) =>
  (await client.gql<{ createDncRegister: { id: string } }>(`mutation($input: DncRegisterInput!) { createDncRegister(input: $input) { ${FIELDS} } }`, { input }))
    .createDncRegister
const list = async (client = key) => (await client.gql<{ dncRegisters: Record<string, unknown>[] }>(`{ dncRegisters { ${FIELDS} } }`)).dncRegisters
async function upload(
  id: string,
  body: string | Uint8Array<ArrayBuffer>,
  { query = '', headers = {}, method = 'PUT' }: { query?: string; headers?: object; method?: string } = {},
) {
  const response = await fetch(`${testServer().url}/uploads/registers/${id}${query}`, { method, body, headers: { 'X-API-Key': key.apiKey, ...headers } })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

describe('a register of a workspace', () => {
  test('is created, uploaded, listed with what was read, and deleted', async () => {
    const { id } = await create({ name: 'Federal', country: 'US', source: 'donotcall.gov' })
    expect(await list()).toMatchObject([
      { id, name: 'Federal', type: 'register', status: 'empty', numbers: 0, washedAt: null, expiresAt: null, isShared: false },
    ])
    const file = 'name,phone\nAnn,2125550100\nBo,"(212) 555-0101"\nCy,none\n'
    expect(await upload(id, file, { query: '?column=phone&washed_at=2026-01-01' })).toEqual({
      status: 200,
      body: { id: Number(id), numbers: 2, invalid_lines: 1, invalid_at: [4] },
    })
    expect(await list()).toMatchObject([
      {
        id,
        status: 'ready',
        numbers: 2,
        invalidLines: 1,
        invalidAt: [4],
        washedAt: '2026-01-01T00:00:00.000Z',
        expiresAt: '2026-02-01T00:00:00.000Z',
        isExpired: true,
      },
    ])
    const entries = await anyWorkspace.auditEntry.findMany({ where: { workspaceId: acme.id, resource: 'dnc_register' }, orderBy: { id: 'asc' } })
    expect(entries.map(({ operation, action }) => [operation, action])).toEqual([
      ['createDncRegister', 'created'],
      ['uploadDncRegister', 'changed'],
    ])
    expect(entries[1]!.after).toMatchObject({ numbers: 2, washed_at: expect.stringContaining('2026-01-01') })
    await key.gql('mutation($id: ID!) { deleteDncRegister(id: $id) }', { id })
    expect(await list()).toEqual([])
  })

  test('is changed by members with the scope only, and by nobody of another workspace', async () => {
    const { id } = await create({ name: 'Ours', type: 'suppression' })
    const reader = await acme.key('compliance:read')
    await expect(create({ name: 'Theirs', country: 'US' }, reader)).rejects.toThrow('Missing scope: compliance:write')
    expect(await upload(id, '+12125550100', { headers: { 'X-API-Key': reader.apiKey } })).toMatchObject({ status: 403 })
    expect(await upload(id, '+12125550100', { headers: { 'X-API-Key': 'ag_wrong' } })).toMatchObject({ status: 401 })
    const other = await (await testServer().workspace()).key()
    expect(await list(other)).toEqual([])
    expect(await upload(id, '+12125550100', { headers: { 'X-API-Key': other.apiKey } })).toMatchObject({ status: 404, body: { detail: 'Register not found' } })
    await expect(other.gql('mutation($id: ID!) { deleteDncRegister(id: $id) }', { id })).rejects.toThrow('Register not found')
  })

  test('of the server is shown to every workspace, which cannot change it', async () => {
    const shared = await makeRegister(SERVER, ['+12125550100'], { name: 'Shared' })
    expect(await list()).toContainEqual(expect.objectContaining({ id: String(shared.id), isShared: true, numbers: 1 }))
    expect(await upload(String(shared.id), '+12125550101')).toMatchObject({ status: 404 })
    await expect(key.gql('mutation($id: ID!) { deleteDncRegister(id: $id) }', { id: String(shared.id) })).rejects.toThrow('Register not found')
  })

  test('needs a country and valid options', async () => {
    await expect(create({ name: 'Nowhere' })).rejects.toThrow('UNPROCESSABLE_ENTITY')
    const { id } = await create({ name: 'Options', country: 'US' })
    expect(await upload(id, '+12125550100', { query: '?washed_at=soon' })).toMatchObject({ status: 422 })
    expect(await upload(id, 'phone\n+12125550100', { query: '?column=number' })).toEqual({
      status: 400,
      body: { detail: 'The first line of the file has no column named number.' },
    })
    expect(await upload(id, '+12125550100', { headers: { 'Content-Encoding': 'gzip' } })).toMatchObject({ status: 415 })
    expect(await upload(id, '+12125550100', { method: 'POST' })).toMatchObject({ status: 405 })
    expect(await upload('abc', '+12125550100')).toMatchObject({ status: 404 })
  })

  test('takes no file above the limit, and keeps its numbers', async () => {
    const { id } = await create({ name: 'Limited', country: 'US' })
    await upload(id, '+12125550100')
    expect(await upload(id, new Uint8Array(1_500_000).fill(49))).toMatchObject({ status: 413 })
    expect(await list()).toContainEqual(expect.objectContaining({ id, status: 'failed', numbers: 1 }))
  })

  test('is uploaded by a signed-in person', async () => {
    const { id } = await create({ name: 'By hand', country: 'US' })
    const signIn = 'mutation ($input: SignInInput!) { signIn(input: $input) { accessToken } }'
    const { email, password } = acme
    const { accessToken } = (await graphql(testServer().url, {}, signIn, { input: { email, password } })).data.signIn
    const send = (token: string) =>
      fetch(`${testServer().url}/uploads/registers/${id}`, { method: 'PUT', body: '+12125550100', headers: { Authorization: `Bearer ${token}` } })
    expect((await send(accessToken)).status).toBe(200)
    expect((await send('wrong')).status).toBe(401)
  })
})
