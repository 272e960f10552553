import { expect, test } from 'vitest'
import { signIn, useBrowser } from '../kit/browser/browser.ts'
import { carriersOf } from '../services/messages/messageKit.ts'
import { createTenant } from '../services/calls/placementKit.ts'
import { useTestServer } from '../kit/server/testServer.ts'

const testServer = useTestServer()
const browser = useBrowser()

async function at(path: string) {
  const { acme, key, agentId } = await createTenant(testServer())
  const page = await browser().page()
  await signIn(page, testServer().url, acme, path)
  return { page, acme, key, agentId }
}

/** Every test here waits for an agent to be published, and for one or two pages of a real browser. */

/** Also waits for a simulated carrier to refuse credentials, to be connected, and to list its numbers. */
test('invalid credentials are reported in the form without a connection, and valid ones connect the account, whose numbers can be connected from a list', async () => {
  const [taken, other] = ['+14155580001', '+14155580002']
  const { credentials } = await carriersOf(testServer()).openAccount('twilio', { numbers: [{ phone_number: taken }, { phone_number: other }] })
  const { page, key } = await at('/carriers')
  await page.getByText('No carriers connected').waitFor()
  await page.getByRole('link', { name: 'Connect carrier' }).first().click()
  const drawer = page.getByRole('dialog')
  await drawer.getByRole('combobox', { name: 'Carrier' }).click()
  await page.getByRole('option', { name: 'Twilio' }).click()

  const connect = drawer.getByRole('button', { name: 'Connect Twilio' })
  await drawer.getByLabel('Account SID').fill('nonsense')
  await connect.click()
  await drawer.getByText('Invalid format.').waitFor()
  await drawer.getByLabel('Account SID').fill(credentials.account_sid!)
  await drawer.getByLabel('Auth token').fill('0'.repeat(32))
  await connect.click()
  await drawer.getByRole('alert').getByText('Twilio rejected the credentials').waitFor()
  expect((await key.gql<any>('{ carrierConnections { nodes { id } } }')).carrierConnections.nodes).toEqual([])

  await drawer.getByLabel('Auth token').fill(credentials.auth_token!)
  await connect.click()
  await drawer.waitFor({ state: 'hidden' })
  await page.getByRole('region', { name: 'Twilio' }).getByText('No numbers connected').waitFor()
  expect(await page.content()).not.toContain(credentials.auth_token)

  await page.getByRole('link', { name: 'Connect numbers' }).click()
  await drawer.getByLabel('Find a number').fill('0001')
  await drawer.getByText(other).waitFor({ state: 'detached' })
  await drawer.getByRole('button', { name: `Connect ${taken}` }).click()
  await drawer.getByRole('link', { name: 'Connected' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('table', { name: 'Phone numbers' }).getByRole('link', { name: taken }).waitFor()

  await page.goto(`${testServer().url}/carriers`)
  await page.getByText('1 number connected').waitFor()
  await page.getByRole('button', { name: 'Disconnect Twilio' }).and(page.locator(':disabled')).waitFor()
})

test('an agent and a server answer calls after they are set, the secret is shown once, and a refusal appears at its field', async () => {
  const { page, key } = await at('/numbers')
  const { id } = (await key.get('/phone-numbers')).body.items[0]
  await page.getByRole('table', { name: 'Phone numbers' }).getByRole('link').first().click()
  const section = page.locator('section', { has: page.getByRole('heading', { name: 'Inbound calls' }) })
  const save = section.getByRole('button', { name: 'Save' })
  await section.getByLabel('Answer inbound calls').check({ force: true })
  await save.click()
  await section.getByRole('alert').getByText('Choose an agent or enter the URL that chooses one').waitFor()

  await section.getByRole('combobox', { name: 'Agent' }).click()
  await page.getByRole('option', { name: 'Ada' }).click()
  await section.getByRole('textbox', { name: 'Routing URL' }).fill('https://example.com/who')
  await save.click()
  const secret = (await section.getByText(/^whsec_/).textContent())!
  expect(await key.get(`/phone-numbers/${id}`)).toMatchObject({
    body: { inbound_enabled: true, secret_set: true, assistant_request_url: 'https://example.com/who' },
  })

  await page.reload()
  await section.getByText('Callwright signs requests to your server.').waitFor()
  await expect.poll(() => page.getByText(secret).count()).toBe(0)
  await section.getByRole('button', { name: 'Rotate secret' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Rotate secret' }).click()
  expect(await section.getByText(/^whsec_/).textContent()).not.toBe(secret)
})

test('the inbound agent can be changed after it was archived', async () => {
  const { page, key, agentId } = await at('/')
  const { id } = (await key.get('/phone-numbers')).body.items[0]
  await key.put(`/phone-numbers/${id}/inbound`, { enabled: true, agent_id: agentId })
  await key.delete(`/agents/${agentId}`)
  await page.goto(`${testServer().url}/numbers/${id}`)
  await page.getByRole('textbox', { name: 'Routing URL' }).fill('https://example.com/who')
  await page
    .locator('form', { has: page.getByText('Answer inbound calls') })
    .getByRole('button', { name: 'Save' })
    .click()
  await page.getByText(/^whsec_/).waitFor()
})

test("a number's label is changed, and the number is disconnected after a confirmation and stays readable without controls", async () => {
  const { page, key } = await at('/numbers')
  const { id, phone_number } = (await key.get('/phone-numbers')).body.items[0]
  await page.getByRole('link', { name: phone_number }).click()
  await page.getByLabel('Label').fill('Front desk <i>')
  await page
    .locator('form', { has: page.getByLabel('Label') })
    .getByRole('button', { name: 'Save' })
    .click()
  await page.getByRole('main').getByText('Front desk <i>').waitFor()

  await page.getByRole('button', { name: 'Disconnect number' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  expect((await key.get(`/phone-numbers/${id}`)).body).toMatchObject({ is_active: true, label: 'Front desk <i>' })
  await page.getByRole('button', { name: 'Disconnect number' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect number' }).click()
  await page.getByText('This number is disconnected').waitFor()
  await expect.poll(() => page.getByRole('button', { name: /Disconnect number|Save/ }).count()).toBe(0)

  await page.getByRole('link', { name: 'Phone numbers', exact: true }).click()
  await page.getByText('No phone numbers yet').waitFor()
  await page.getByText('Disconnected', { exact: true }).click()
  await page.getByRole('link', { name: phone_number }).waitFor()
})
