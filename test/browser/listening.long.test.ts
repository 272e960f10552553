import { expect, test } from 'vitest'
import { anyWorkspace } from '../../src/kernel/db/db.ts'
import { findAccessibilityViolations, signIn, takeScreenshot, useBrowser } from '../kit/browser/browser.ts'
import { waitFor } from '../kit/waiting/waitFor.ts'
import type { Client } from '../kit/clients/client.ts'
import { useTestServer } from '../kit/server/testServer.ts'
import { createTenant } from '../services/calls/placementKit.ts'

// Slow enough to listen to a conversation.
const testServer = useTestServer({ speed: 8 })
const browser = useBrowser()

/** Places a call of five simulated minutes and opens the page once it is in progress. */
async function openConversation(engine: string, pathOf: (id: number) => string, more: object = {}, to = '+14155550011', transferTo?: string) {
  const { acme, key, place } = await createTenant(testServer(), { engine })
  const agent = transferTo === undefined ? {} : { agent_id: await publishTransferring(key, transferTo) }
  const { id } = (await place(to, { ...agent, ...more })).body
  await waitFor('the conversation', async () => (await anyWorkspace.call.findUniqueOrThrow({ where: { id } })).status === 'in_progress')
  const page = await browser().page()
  await page.setViewportSize({ width: 1400, height: 900 })
  await signIn(page, testServer().url, acme, pathOf(id))
  return { page, key, id }
}

async function publishTransferring(key: Client, number: string): Promise<number> {
  const tools = [{ type: 'transferCall', destinations: [{ type: 'number', number }] }]
  const { id } = (await key.post('/agents', { name: 'Bo', voice_engine: 'vapi', voice_id: 'Elliot', general_tools: tools })).body
  await key.post(`/agents/${id}/publish`)
  return id
}

/** Each waits for a call to be answered. */
test('a member listens to a live call with a level, mutes it, and hears the end', async () => {
  const { page, key, id } = await openConversation('vapi', (callId) => `/live?call=${callId}`)
  const requests: string[] = []
  page.on('websocket', (socket) => requests.push(socket.url()))
  await page.getByRole('button', { name: 'Listen', exact: true }).click()
  const audio = page.getByRole('group', { name: 'Live audio' })
  const meter = audio.getByRole('meter', { name: 'Audio level' })
  await waitFor('sound', async () => Number(await meter.getAttribute('aria-valuenow')) > 0)
  await audio.getByRole('button', { name: 'Mute' }).click()
  await audio.getByRole('button', { name: 'Mute', pressed: true }).waitFor()
  expect(await findAccessibilityViolations(page)).toEqual([])
  await takeScreenshot(page, 'listening')
  expect(requests.filter((url) => !url.startsWith(testServer().url.replace('http', 'ws')))).toEqual([])
  expect(requests.some((url) => url.includes('/listen/'))).toBe(true)
  await key.gql('mutation ($id: ID!) { endCall(id: $id) { id } }', { id })
  await audio.waitFor({ state: 'hidden' })
})

test('the page of a call has the same button, and listening can be stopped', async () => {
  const { page } = await openConversation('vapi', (id) => `/calls?call=${id}`)
  await page.getByRole('button', { name: 'Listen', exact: true }).click()
  await page.getByRole('button', { name: 'Stop listening' }).click()
  await page.getByRole('button', { name: 'Listen', exact: true }).waitFor()
})

test.each([
  ['a call at Retell', 'retell', {}, /Retell offers their live audio only/, '+14155550011'],
  ['a call whose contact was not asked', 'vapi', { recording_enabled: false }, /requires notice or consent/, '+14155550011'],
  [
    'a call whose agent can transfer it to where contacts are asked',
    'vapi',
    { recording_enabled: false },
    /requires notice or consent/,
    '+81312340011',
    '+14155550199',
  ],
])('%s has no button, but the reason', async (_name, engine, more, reason, to, transferTo?: string) => {
  const { page } = await openConversation(engine, (id) => `/live?call=${id}`, more, to, transferTo)
  await page.getByText(reason).waitFor()
  expect(await page.getByRole('button', { name: 'Listen', exact: true }).count()).toBe(0)
})
