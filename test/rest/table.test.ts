import { beforeAll, describe, expect, test } from 'vitest'
import { routeTable } from '../../src/rest/routeTable.ts'
import { KEY_SCOPES } from '../../src/kernel/vocabulary/scopes.ts'
import type { Client } from '../kit/clients/client.ts'
import { useTestServer } from '../kit/server/testServer.ts'

const testServer = useTestServer()
let every: Client
let none: Record<string, Client>
beforeAll(async () => {
  const acme = await testServer().workspace()
  every = await acme.key()
  none = Object.fromEntries(
    await Promise.all(
      [...new Set(routeTable.map(({ scope }) => scope))].map(
        async (scope) => [scope, await acme.key(...KEY_SCOPES.filter((other) => other !== scope))] as const,
      ),
    ),
  )
})

const IDS = ['nonsense', '0', '-1', '1.5', '007', '1e3', '2147483647', '2147483648', '9007199254740993', '99999999999999999999', '%2B1']

describe.each(routeTable.map((row) => [`${row.method} ${row.path}`, row] as const))('%s', (_name, { method, path, scope }) => {
  const ask = (client: Client, headers = {}) => client.raw(path.replace(/\{\w+\}/, '1'), { method, headers })

  test('without a key returns 401', async () => {
    expect((await ask(every, { 'X-API-Key': '' })).status).toBe(401)
  })

  test('with every scope but its own returns 403 and names the scope', async () => {
    expect(await ask(none[scope]!)).toMatchObject({ status: 403, body: { detail: `Missing scope: ${scope}` } })
  })
})

test.each(routeTable.filter(({ params }) => params).map((row) => [`${row.method} ${row.path}`, row] as const))(
  '%s with an impossible ID returns 404',
  async (_name, { method, path, body: takesBody, example }) => {
    for (const id of IDS) {
      const body = takesBody ? { body: JSON.stringify(example?.body ?? {}), headers: { 'Content-Type': 'application/json' } } : {}
      const response = await every.raw(path.replace(/\{\w+\}/, id), { method, ...body })
      expect([id, response.status, response.body.detail]).toEqual([id, 404, expect.stringMatching(/^[A-Z][\w ]+ not found$/)])
    }
  },
)
