import { expect, test } from 'vitest'
import { plivo } from '../../src/carriers/plivo/plivo.ts'
import type { PlivoCredentials } from '../../src/carriers/plivo/requests.ts'
import { startCarriers } from './kit.ts'

const ADDRESS = 'https://callwright.example/inbound/plivo/one'
const OTHER = 'https://callwright.example/inbound/plivo/two'

interface Application {
  app_id: string
  app_name: string
  answer_url: string
  message_url: string
}

async function ready() {
  const carriers = await startCarriers()
  const { id, credentials, numbers } = await carriers.account('plivo')
  const number = { e164: numbers[0]!.phone_number, carrierNumberId: numbers[0]!.id }
  const given = credentials as unknown as PlivoCredentials
  const authorization = `Basic ${Buffer.from(`${id}:${credentials.auth_token}`).toString('base64')}`
  async function ask<Body>(path: string, body?: object): Promise<Body> {
    const more = body && { method: 'POST', headers: { authorization, 'content-type': 'application/json' }, body: JSON.stringify(body) }
    const response = await fetch(`${carriers.url}/carriers/api.plivo.com/v1/Account/${id}/${path}`, { headers: { authorization }, ...more })
    return (await response.json()) as Body
  }
  const applications = async () => (await ask<{ objects: Application[] }>('Application/')).objects
  const standing = async () => {
    const { application } = await ask<{ application: string | null }>(`Number/${number.carrierNumberId}/`)
    return (await applications()).find((one) => application?.endsWith(`/${one.app_id}/`)) ?? null
  }
  const attach = (app_id: string | null) => ask(`Number/${number.carrierNumberId}/`, { app_id })
  return { given, number, ask, applications, standing, attach }
}

test('texts come to us and calls are answered as before; releasing puts all back', async () => {
  const { given, number, applications, standing } = await ready()
  const before = await applications()
  expect(await plivo.routeInbound(given, number, ADDRESS)).toBe(true)
  expect(await standing()).toMatchObject({ message_url: ADDRESS, answer_url: before[0]!.answer_url })
  await plivo.unrouteInbound(given, number, ADDRESS, [])
  await plivo.unrouteInbound(given, number, ADDRESS, [])
  expect(await applications()).toEqual(before)
  expect(await standing()).toEqual(before[0])
})

test('what a crash left half done is found again, and nothing is made twice', async () => {
  const { given, number, applications, attach, standing } = await ready()
  const [voice] = await applications()
  await plivo.routeInbound(given, number, ADDRESS)
  await attach(voice!.app_id)
  await plivo.routeInbound(given, number, ADDRESS)
  await plivo.routeInbound(given, number, ADDRESS)
  expect(await applications()).toHaveLength(2)
  expect(await standing()).toMatchObject({ message_url: ADDRESS })
})

test('a new address takes the place of the old one, and what was there first is not forgotten', async () => {
  const { given, number, applications, standing } = await ready()
  const before = await standing()
  await plivo.routeInbound(given, number, ADDRESS)
  await plivo.routeInbound(given, number, OTHER)
  expect(await applications()).toHaveLength(2)
  expect(await standing()).toMatchObject({ message_url: OTHER, answer_url: before!.answer_url })
  await plivo.unrouteInbound(given, number, OTHER, [])
  expect(await standing()).toEqual(before)
})

test('an application that somebody put there since is left alone', async () => {
  const { given, number, ask, attach, standing } = await ready()
  await plivo.routeInbound(given, number, ADDRESS)
  const { app_id } = await ask<Application>('Application/', { app_name: 'theirs', answer_url: 'https://x.example', message_url: 'https://x.example/sms' })
  await attach(app_id)
  await plivo.unrouteInbound(given, number, ADDRESS, [])
  expect(await standing()).toMatchObject({ app_id })
})

test('a number that nothing answered has its calls declined, and nothing again when it is released', async () => {
  const { given, number, attach, standing } = await ready()
  await attach(null)
  await plivo.routeInbound(given, number, ADDRESS)
  expect(await standing()).toMatchObject({ message_url: ADDRESS, answer_url: ADDRESS })
  await plivo.routeInbound(given, number, OTHER)
  expect(await standing()).toMatchObject({ message_url: OTHER, answer_url: OTHER })
  await plivo.unrouteInbound(given, number, OTHER, [])
  expect(await standing()).toBeNull()
})
