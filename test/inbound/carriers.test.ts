import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { registry } from '../../src/kernel/metrics.ts'
import { CARRIERS } from '../../src/kernel/vocabulary/carrierNames.ts'
import { anyWorkspace } from '../../src/kernel/db/db.ts'
import { log, requestLog } from '../../src/kernel/log.ts'
import { type Acme, useWorld } from '../kit/world.ts'
import { bring, genuine, type Linked, linkedAt, settled, someNumber, taken, text, textTo } from './carrierKit.ts'
import { WIRES } from './carrierWires.ts'

const world = useWorld({})
let acme: Acme
let other: Acme
beforeAll(async () => {
  acme = await world().workspace()
  other = await world().workspace()
})

const stored = () => anyWorkspace.carrierEvent.count()
const messages = (workspaceId: number) => anyWorkspace.message.count({ where: { workspaceId } })
const MINUTE = 60_000

describe.each(CARRIERS)('%s', (name) => {
  const wire = WIRES[name]
  const raw = (linked: Linked) => wire.text(textTo(linked, 'Yes, Friday'))

  test('a text becomes a message of its conversation, also one with signs from all over the world', async () => {
    const linked = await linkedAt(acme.id, name)
    const from = someNumber()
    expect(await text(world(), linked, textTo(linked, 'Ja, Freitag – 10 € 👍🏽\nGrüße', from))).toMatchObject({ status: 200 })
    const [message] = await taken(acme.id, from)
    expect(message).toMatchObject({
      direction: 'inbound',
      status: 'received',
      fromNumber: from,
      toNumber: linked.number.phoneNumber,
      body: 'Ja, Freitag – 10 € 👍🏽\nGrüße',
      carrier: name,
      keyword: null,
    })
    expect(await anyWorkspace.conversation.findUnique({ where: { id: message!.conversationId } })).toMatchObject({ workspaceId: acme.id, peer: from })
  })

  test('the same request again, however often and at once, makes one message', async () => {
    const linked = await linkedAt(acme.id, name)
    const said = textTo(linked, 'once')
    const request = genuine(world(), linked, wire.text(said))
    const answers = await Promise.all(Array.from({ length: 8 }, () => bring(world(), linked, request)))
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200))
    // What carriers do when they doubt: the same text, signed anew.
    await text(world(), linked, said)
    await settled()
    expect(await taken(acme.id, said.from)).toHaveLength(1)
  })

  const forgeries: [string, boolean, (linked: Linked) => { raw: string; headers: Record<string, string> }][] = [
    ['without its proof', true, (linked) => ({ raw: raw(linked), headers: {} })],
    [
      'with a body changed by one byte',
      wire.covers.body,
      (linked) => {
        const { headers, raw: signed } = genuine(world(), linked, raw(linked))
        return { headers, raw: signed.replace('Friday', 'Monday') }
      },
    ],
    [
      'signed for another address',
      wire.covers.url,
      (linked) => ({ raw: raw(linked), headers: wire.sign(wire.credentials, raw(linked), `https://elsewhere.example/inbound/${name}/${linked.token}`) }),
    ],
    [
      'signed for another host, which its header names',
      wire.covers.url,
      (linked) => ({
        raw: raw(linked),
        headers: {
          ...wire.sign(wire.credentials, raw(linked), `https://evil.example/inbound/${name}/${linked.token}`),
          'X-Forwarded-Host': 'evil.example',
          'X-Forwarded-Proto': 'https',
        },
      }),
    ],
    [
      "with another account's key",
      wire.covers.key,
      (linked) => {
        const signed = raw(linked)
        return { raw: signed, headers: wire.sign(wire.others, signed, `${world().url}/inbound/${name}/${linked.token}`) }
      },
    ],
    [
      'signed six minutes ago',
      wire.covers.time,
      (linked) => {
        const signed = raw(linked)
        return { raw: signed, headers: wire.sign(wire.credentials, signed, `${world().url}/inbound/${name}/${linked.token}`, Date.now() - 6 * MINUTE) }
      },
    ],
    [
      'signed six minutes ahead',
      wire.covers.time,
      (linked) => {
        const signed = raw(linked)
        return { raw: signed, headers: wire.sign(wire.credentials, signed, `${world().url}/inbound/${name}/${linked.token}`, Date.now() + 6 * MINUTE) }
      },
    ],
    [
      'with an empty proof',
      true,
      (linked) => {
        const { headers, raw: signed } = genuine(world(), linked, raw(linked))
        return { raw: signed, headers: Object.fromEntries(Object.keys(headers).map((header) => [header, ''])) }
      },
    ],
    [
      'with a proof cut short',
      true,
      (linked) => {
        const { headers, raw: signed } = genuine(world(), linked, raw(linked))
        return { raw: signed, headers: Object.fromEntries(Object.entries(headers).map(([header, value]) => [header, value.slice(0, -2)])) }
      },
    ],
  ]
  test.each(forgeries.filter(([, isSeen]) => isSeen))('a request %s is refused without a word and leaves nothing', async (_case, _isSeen, forge) => {
    const linked = await linkedAt(acme.id, name)
    const before = await stored()
    const { status, text: said } = await bring(world(), linked, forge(linked))
    expect([401, 503]).toContain(status)
    expect(said).toBe('')
    expect(await stored()).toBe(before)
  })

  test('an address that was never given out does not exist, nor does another carrier’s', async () => {
    const linked = await linkedAt(acme.id, name)
    const before = await stored()
    const request = genuine(world(), linked, raw(linked))
    for (const path of [
      `/inbound/${name}/${linked.token}x`,
      `/inbound/${name}/x`,
      `/inbound/${CARRIERS[(CARRIERS.indexOf(name) + 1) % CARRIERS.length]}/${linked.token}`,
      `/inbound/${name}/${linked.token}/none`,
    ])
      expect(await bring(world(), linked, { ...request, path })).toMatchObject({ status: 404, text: '' })
    expect(await bring(world(), linked, { ...request, path: `/inbound/nobody/${linked.token}` })).toMatchObject({ status: 404 })
    expect(await stored()).toBe(before)
  })

  test('a text that comes over the address of another workspace with the same account reaches neither', async () => {
    const ours = await linkedAt(acme.id, name)
    const theirs = await linkedAt(other.id, name)
    const said = textTo(ours, 'Whose is this?')
    const before = [await messages(acme.id), await messages(other.id)]
    expect(await bring(world(), theirs, genuine(world(), theirs, wire.text(said)))).toMatchObject({ status: 200 })
    await settled()
    expect([await messages(acme.id), await messages(other.id)]).toEqual(before)
  })

  test('a text to a number that was released is dropped', async () => {
    const linked = await linkedAt(acme.id, name)
    await anyWorkspace.phoneNumber.update({ where: { id: linked.number.id }, data: { isActive: false } })
    const said = textTo(linked, 'Anybody there?')
    expect(await text(world(), linked, said)).toMatchObject({ status: 200 })
    await settled()
    expect(await anyWorkspace.message.count({ where: { fromNumber: said.from } })).toBe(0)
  })

  test.each(['GET', 'PUT', 'DELETE'])('%s is no method of it', async (method) => {
    const linked = await linkedAt(acme.id, name)
    const { status, headers } = await bring(world(), linked, { method })
    expect([status, headers.get('allow')]).toEqual([405, 'POST'])
  })

  test('what is genuine and makes no sense is refused as malformed, and what is too large is not read', async () => {
    const linked = await linkedAt(acme.id, name)
    const nonsense = wire.type === 'application/json' ? '{"data":' : 'a=b'
    expect(await bring(world(), linked, genuine(world(), linked, nonsense))).toMatchObject({ status: 400, text: '' })
    expect((await bring(world(), linked, { raw: ' '.repeat(1_100_000) })).status).toBe(413)
  })
})

test('neither the secret part of an address nor what is said is ever logged or counted by', async () => {
  const lines: string[] = []
  const listen = (args: unknown[]) =>
    void lines.push(JSON.stringify(args, (_key, value: unknown) => (value instanceof Error ? `${value.message} ${value.stack}` : value)))
  for (const logger of [log, requestLog])
    for (const level of ['info', 'warn', 'error', 'debug'] as const) {
      const spy = vi.spyOn(logger, level).mockImplementation((...args: unknown[]) => listen(args))
      onTestFinished(() => spy.mockRestore())
    }
  const linked = await linkedAt(acme.id, 'telnyx')
  const said = textTo(linked, 'a very private sentence')
  const request = genuine(world(), linked, WIRES.telnyx.text(said))
  await bring(world(), linked, request)
  await bring(world(), linked, { ...request, headers: {} })
  await bring(world(), linked, { ...request, method: 'GET', raw: undefined })
  await bring(world(), linked, { ...request, path: `${request.path}/x` })
  await bring(world(), linked, { ...request, path: `/inbound/nobody/${linked.token}` })
  await taken(acme.id, said.from)
  const metrics = await registry.metrics()
  expect(lines.length).toBeGreaterThan(3)
  for (const text of [...lines, metrics]) {
    expect(text).not.toContain(linked.token)
    expect(text).not.toContain('private sentence')
  }
  expect(metrics).toMatch(/provider="telnyx",result="stored"/)
})
