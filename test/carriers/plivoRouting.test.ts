import { expect, test } from 'vitest'
import { plivo } from '../../src/carriers/plivo/plivo.ts'
import type { PlivoCredentials } from '../../src/carriers/plivo/requests.ts'
import { startCarriers } from './kit.ts'

const WEBHOOK_URL = 'https://callwright.example/inbound/plivo/one'
const OTHER_WEBHOOK_URL = 'https://callwright.example/inbound/plivo/two'

interface Application {
  app_id: string
  app_name: string
  answer_url: string
  message_url: string
}

async function createFixture() {
  const carriers = await startCarriers()
  const { id, credentials: accountCredentials, numbers } = await carriers.account('plivo')
  const number = { e164: numbers[0]!.phone_number, carrierNumberId: numbers[0]!.id }
  const credentials = accountCredentials as unknown as PlivoCredentials
  const authorization = `Basic ${Buffer.from(`${id}:${accountCredentials.auth_token}`).toString('base64')}`
  async function request<Body>(path: string, body?: object): Promise<Body> {
    const more = body && { method: 'POST', headers: { authorization, 'content-type': 'application/json' }, body: JSON.stringify(body) }
    const response = await fetch(`${carriers.url}/carriers/api.plivo.com/v1/Account/${id}/${path}`, { headers: { authorization }, ...more })
    return (await response.json()) as Body
  }
  const applications = async () => (await request<{ objects: Application[] }>('Application/')).objects
  const currentApplication = async () => {
    const { application } = await request<{ application: string | null }>(`Number/${number.carrierNumberId}/`)
    return (await applications()).find(({ app_id }) => application?.endsWith(`/${app_id}/`)) ?? null
  }
  const assignApplication = (app_id: string | null) => request(`Number/${number.carrierNumberId}/`, { app_id })
  return { credentials, number, request, applications, currentApplication, assignApplication }
}

test('routes messages to us and calls as before, and unrouting restores the previous application', async () => {
  const { credentials, number, applications, currentApplication } = await createFixture()
  const previous = await applications()
  expect(await plivo.routeInbound(credentials, number, WEBHOOK_URL)).toBe(true)
  expect(await currentApplication()).toMatchObject({ message_url: WEBHOOK_URL, answer_url: previous[0]!.answer_url })
  await plivo.unrouteInbound(credentials, number, WEBHOOK_URL, [])
  await plivo.unrouteInbound(credentials, number, WEBHOOK_URL, [])
  expect(await applications()).toEqual(previous)
  expect(await currentApplication()).toEqual(previous[0])
})

test('finishes a route after a crash without creating a second application', async () => {
  const { credentials, number, applications, assignApplication, currentApplication } = await createFixture()
  const [voiceApplication] = await applications()
  await plivo.routeInbound(credentials, number, WEBHOOK_URL)
  await assignApplication(voiceApplication!.app_id)
  await plivo.routeInbound(credentials, number, WEBHOOK_URL)
  await plivo.routeInbound(credentials, number, WEBHOOK_URL)
  expect(await applications()).toHaveLength(2)
  expect(await currentApplication()).toMatchObject({ message_url: WEBHOOK_URL })
})

test('a new URL replaces the old one, and unrouting restores the first application', async () => {
  const { credentials, number, applications, currentApplication } = await createFixture()
  const previous = await currentApplication()
  await plivo.routeInbound(credentials, number, WEBHOOK_URL)
  await plivo.routeInbound(credentials, number, OTHER_WEBHOOK_URL)
  expect(await applications()).toHaveLength(2)
  expect(await currentApplication()).toMatchObject({ message_url: OTHER_WEBHOOK_URL, answer_url: previous!.answer_url })
  await plivo.unrouteInbound(credentials, number, OTHER_WEBHOOK_URL, [])
  expect(await currentApplication()).toEqual(previous)
})

test('sets our URL again on our application after the customer changed it', async () => {
  const { credentials, number, request, applications, currentApplication } = await createFixture()
  const previous = await currentApplication()
  await plivo.routeInbound(credentials, number, WEBHOOK_URL)
  const { app_id } = (await currentApplication())!
  await request(`Application/${app_id}/`, { message_url: 'https://theirs.example/sms' })
  expect(await plivo.routeInbound(credentials, number, WEBHOOK_URL)).toBe(true)
  expect(await currentApplication()).toMatchObject({ app_id, message_url: WEBHOOK_URL, answer_url: previous!.answer_url })
  expect(await applications()).toHaveLength(2)
  await plivo.unrouteInbound(credentials, number, WEBHOOK_URL, [])
  expect(await currentApplication()).toEqual(previous)
})

test('unrouting keeps an application that is not ours', async () => {
  const { credentials, number, request, assignApplication, currentApplication } = await createFixture()
  await plivo.routeInbound(credentials, number, WEBHOOK_URL)
  const { app_id } = await request<Application>('Application/', { app_name: 'theirs', answer_url: 'https://x.example', message_url: 'https://x.example/sms' })
  await assignApplication(app_id)
  await plivo.unrouteInbound(credentials, number, WEBHOOK_URL, [])
  expect(await currentApplication()).toMatchObject({ app_id })
})

test('rejects calls to a number without an application, and unrouting removes ours', async () => {
  const { credentials, number, assignApplication, currentApplication } = await createFixture()
  await assignApplication(null)
  await plivo.routeInbound(credentials, number, WEBHOOK_URL)
  expect(await currentApplication()).toMatchObject({ message_url: WEBHOOK_URL, answer_url: WEBHOOK_URL })
  await plivo.routeInbound(credentials, number, OTHER_WEBHOOK_URL)
  expect(await currentApplication()).toMatchObject({ message_url: OTHER_WEBHOOK_URL, answer_url: OTHER_WEBHOOK_URL })
  await plivo.unrouteInbound(credentials, number, OTHER_WEBHOOK_URL, [])
  expect(await currentApplication()).toBeNull()
})
