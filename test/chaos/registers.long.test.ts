import { request } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createProduct, type Product } from '../kit/server/product.ts'
import { waitFor } from '../kit/waiting/waitFor.ts'

let server: Product
beforeAll(async () => {
  server = await createProduct()
  await server.start()
})
afterAll(() => server.end())

const QUERY = '{ dncRegisters { status numbers error } }'
interface Answer {
  dncRegisters: { status: string; numbers: number; error: string | null }[]
}

/** Kills the server while a register is uploaded, and starts it again. */
test('a register keeps its numbers when the server is killed in the middle of a load, and can be loaded again', async () => {
  let key = server.client()
  const create = 'mutation { createDncRegister(input: { name: "Federal", country: "US" }) { id } }'
  const { id } = (await key.gql<{ createDncRegister: { id: string } }>(create)).createDncRegister
  const upload = (text: string) => fetch(`${server.url}/uploads/registers/${id}`, { method: 'PUT', headers: { 'X-API-Key': key.apiKey }, body: text })
  expect((await upload('2125550101\n2125550102\n')).status).toBe(200)

  const half = request(`${server.url}/uploads/registers/${id}`, { method: 'PUT', headers: { 'X-API-Key': key.apiKey, 'Content-Length': 1_000_000 } })
  half.on('error', () => {})
  half.write('2125550103\n'.repeat(1_000))
  const read = async () => (await key.gql<Answer>(QUERY)).dncRegisters[0]!
  await waitFor('the load to begin', async () => (await read()).status === 'loading')
  await server.kill('SIGKILL')
  await server.start()
  key = server.client()
  await waitFor('the load to end', async () => (await read()).status === 'failed')
  expect(await read()).toEqual({ status: 'failed', numbers: 2, error: 'The server stopped while the file was loaded. Load it again.' })
  expect(await (await upload('2125550104\n')).json()).toMatchObject({ numbers: 1 })
  expect(await read()).toEqual({ status: 'ready', numbers: 1, error: null })
})
