import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { deliver, ENGINES, inboundCallBody } from '../../inbound/vendors.ts'
import { useTestServer } from '../../kit/server/testServer.ts'
import { sipNumber } from '../numbers/numberKit.ts'
import { createAnsweringTenant, parseInboundAnswer } from './inboundKit.ts'

const testServer = useTestServer({ speed: 200 })

describe.each(ENGINES)('%s: a call with the ID of a call to another number', (engine) => {
  test('of the workspace is rejected, and not answered as that call', async () => {
    const { ask, calls, key, agentId } = await createAnsweringTenant(testServer(), engine)
    const { id: numberId, phone_number: to } = (await key.post('/phone-numbers/link', { ...sipNumber(), voice_engine: engine })).body
    expect((await key.put(`/phone-numbers/${numberId}/inbound`, { enabled: true, agent_id: agentId })).status).toBe(200)
    const askSecond = (id?: string) => deliver(testServer(), engine, inboundCallBody(engine, { from: '+12125550100', to, id }))
    expect(parseInboundAnswer(engine, (await askSecond()).body)).not.toBeNull()
    const id = randomUUID()
    expect(parseInboundAnswer(engine, (await ask('+12125550100', id)).body)).not.toBeNull()
    expect(parseInboundAnswer(engine, (await askSecond(id)).body)).toBeNull()
    expect(await calls()).toHaveLength(2)
  })

  test('of another workspace is rejected, and not answered as that call', async () => {
    const [acme, other] = [await createAnsweringTenant(testServer(), engine), await createAnsweringTenant(testServer(), engine)]
    const id = randomUUID()
    expect(parseInboundAnswer(engine, (await acme.ask('+12125550100', id)).body)).not.toBeNull()
    expect(parseInboundAnswer(engine, (await other.ask('+12125550100', id)).body)).toBeNull()
    expect([(await acme.calls()).length, (await other.calls()).length]).toEqual([1, 0])
  })
})
