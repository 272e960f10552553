import { beforeAll, expect, test } from 'vitest'
import { transaction } from '../../src/kernel/db/db.ts'
import * as dnc from '../../src/services/compliance/dnc.ts'
import type { Client } from '../kit/clients/client.ts'
import { DNC_REASON_TEXTS, readReason, writeReason } from '../../src/services/compliance/dncReasons.ts'
import { type TestWorkspace, useTestServer } from '../kit/server/testServer.ts'

const testServer = useTestServer()
let acme: TestWorkspace
let key: Client
beforeAll(async () => {
  acme = await testServer().workspace()
  key = await acme.key()
})

const ADD = 'mutation ($input: DncEntriesInput!) { addDncEntries(input: $input) { phoneNumber result } }'
const add = async (phoneNumbers: string[]) => (await key.gql<{ addDncEntries: object[] }>(ADD, { input: { phoneNumbers, reason: 'Asked' } })).addDncEntries

test('many numbers are added at once, independently, with a result for each in their order', async () => {
  await key.post('/dnc', { phone_number: '+14155550100', reason: 'first' })
  expect(await add(['+14155550101', 'nobody', '+14155550100', '+14155550101'])).toEqual([
    { phoneNumber: '+14155550101', result: 'added' },
    { phoneNumber: 'nobody', result: 'invalid' },
    { phoneNumber: '+14155550100', result: 'listed' },
    { phoneNumber: '+14155550101', result: 'listed' },
  ])
  const { items } = (await key.get('/dnc')).body
  expect(items.map(({ phone_number, reason }: Record<string, string>) => [phone_number, reason])).toEqual([
    ['+14155550101', 'Asked'],
    ['+14155550100', 'first'],
  ])
})

test('a number that was listed automatically stays listed after START once a member has added it', async () => {
  const { id: workspaceId } = acme
  await transaction((tx) => dnc.addIfMissing(tx, { workspaceId, phoneNumber: '+14155550120', reason: null, source: 'sms_stop' }))
  expect(await add(['+14155550120'])).toEqual([{ phoneNumber: '+14155550120', result: 'listed' }])
  await transaction((tx) => dnc.removeStopEntry(tx, { workspaceId, phoneNumber: '+14155550120' }))
  expect((await key.get('/dnc/check?phone_number=%2B14155550120')).body).toMatchObject({ is_on_dnc: true })
  await key.delete('/dnc/+14155550120')
})

test('a request adds between one and a thousand numbers', async () => {
  await expect(add([])).rejects.toThrow('UNPROCESSABLE_ENTITY')
  await expect(add(Array.from({ length: 1_001 }, () => '+14155550100'))).rejects.toThrow('UNPROCESSABLE_ENTITY')
})

test('a reason that Callwright wrote has a code and facts, and one of a person has none', async () => {
  const reasons = { '+14155550110': 'Sent STOP to +12125550100', '+14155550111': 'Sent a letter' }
  for (const [phone_number, reason] of Object.entries(reasons)) await key.post('/dnc', { phone_number, reason })
  const { dncEntries } = await key.gql<any>('{ dncEntries(first: 2) { nodes { reason reasonCode reasonDetails } } }')
  expect(dncEntries.nodes).toEqual([
    { reason: 'Sent a letter', reasonCode: null, reasonDetails: null },
    { reason: 'Sent STOP to +12125550100', reasonCode: 'sent_stop', reasonDetails: { phone_number: '+12125550100' } },
  ])
})

test.each(Object.keys(DNC_REASON_TEXTS) as (keyof typeof DNC_REASON_TEXTS)[])('%s is read from the reason that is written for it', (code) => {
  const details = { call_id: '12', phone_number: '+12125550100', sentence: 'Don’t call me (ever): “please”\nBye.' }
  const { facts } = DNC_REASON_TEXTS[code]
  expect(readReason(writeReason(code, details))).toEqual({ code, details: Object.fromEntries(facts.map((fact) => [fact, details[fact]])) })
})
