import { expect, test } from 'vitest'
import { pool } from '../../src/kernel/db/db.ts'
import { signIn, useBrowser } from '../kit/browser/browser.ts'
import { signInToApi } from '../kit/fixtures/seededWorkspace.ts'
import { useTestServer } from '../kit/server/testServer.ts'

const testServer = useTestServer()
const browser = useBrowser()

test('alerts, missing requirements and decisions are written in the language of the reader, with local amounts and times', async () => {
  const workspace = await testServer().workspace()
  const key = await workspace.key()
  const data = { balance: '4.4600', threshold: '50.0000', currency: 'USD' }
  await pool.query("insert into alerts (workspace_id, type, subject, data) values ($1, 'low_balance', '', $2)", [workspace.id, data])
  const { body } = await key.post('/campaigns', { name: 'Autumn' })
  await key.post(`/campaigns/${body.id}/leads`, { leads: [{ phone_number: '+14155550123', name: 'Rosa' }] })
  const closedBy = { code: 'campaign_hours', zone: 'America/New_York', localTime: '2026-11-23T03:12' }
  await pool.query(
    `insert into lead_decisions (workspace_id, campaign_id, lead_id, decision, reason, details)
     select workspace_id, campaign_id, id, 'wait', 'calling_hours', $2 from leads where campaign_id = $1`,
    [body.id, { closed_by: [closedBy] }],
  )
  const page = await browser().page()
  await signIn(page, testServer().url, workspace)
  await page.evaluate(() => localStorage.setItem('callwright-language', 'it'))

  await page.goto(`${testServer().url}/alerts`)
  await page.getByText('Il saldo è 4,46 USD, sotto la soglia di avviso di 50,00 USD.').waitFor()
  await page.goto(`${testServer().url}/campaigns/new?id=${body.id}&step=review`)
  await page.getByText('Scegli un agente per questa campagna.').waitFor()
  await page.getByText('Imposta un budget. Senza, la campagna può spendere tutto il saldo.').waitFor()
  await page.goto(`${testServer().url}/campaigns/${body.id}?tab=leads`)
  await page.getByRole('button', { name: 'Apri Rosa' }).click()
  await page.getByText('A New York era 23 nov 2026, 03:12, fuori dagli orari di chiamata della campagna.').waitFor()
  expect(await page.getByRole('dialog').textContent()).not.toMatch(/\d{4}-\d\d-\d\dT/)
})

test('amounts and numbers can have a decimal comma in a language that uses one', async () => {
  const workspace = await testServer().workspace()
  const gql = await signInToApi(testServer().url, workspace)
  const { createCampaign } = await gql('mutation { createCampaign(input: { name: "Herbst" }) { id } }')
  const page = await browser().page()
  await signIn(page, testServer().url, workspace)
  await page.evaluate(() => localStorage.setItem('callwright-language', 'de'))

  await page.goto(`${testServer().url}/billing`)
  await page.getByLabel('Warnschwelle', { exact: true }).fill('12,5')
  await page.getByRole('button', { name: 'Speichern' }).click()
  await page.getByText('Änderungen gespeichert').waitFor()
  expect(await gql('{ wallet { lowBalanceThreshold } }')).toEqual({ wallet: { lowBalanceThreshold: '12.5000' } })

  await page.goto(`${testServer().url}/campaigns/${createCampaign.id}?tab=settings`)
  await page.getByLabel('Wählrate', { exact: true }).pressSequentially('0,1')
  await page.getByLabel('Budget', { exact: true }).fill('25,50')
  await page.getByRole('button', { name: 'Speichern' }).click()
  await page.getByText('Änderungen gespeichert').waitFor()
  const { campaign } = await gql('query($id: ID!) { campaign(id: $id) { settings { callsPerSecond budget } } }', createCampaign)
  expect(campaign.settings).toEqual({ callsPerSecond: 0.1, budget: '25.5000' })
})

test('errors of the server are written in the language of the reader, at their field, in a message and in place of a page', async () => {
  const workspace = await testServer().workspace()
  const page = await browser().page()
  await signIn(page, testServer().url, workspace)
  await page.evaluate(() => localStorage.setItem('callwright-language', 'de'))

  await page.goto(`${testServer().url}/agents/99999`)
  await page.getByRole('alert').getByText('Agent nicht gefunden. Vielleicht inzwischen gelöscht.').waitFor()
  await page.goto(`${testServer().url}/webhooks`)
  await page.getByRole('button', { name: 'Endpunkt hinzufügen' }).first().click()
  await page.getByRole('dialog').getByLabel('Endpunkt-URL').fill('https://a:b@example.com/events')
  await page.getByRole('dialog').locator('button[type=submit]').click()
  await page.getByText('Geben Sie eine vollständige HTTPS-URL ohne Benutzername und Passwort ein').waitFor()
  await page.goto(`${testServer().url}/members`)
  await page.getByRole('button', { name: 'Mitglied einladen' }).click()
  await page.getByRole('dialog').getByRole('textbox').fill(workspace.email)
  await page.getByRole('dialog').locator('button[type=submit]').click()
  await page.getByRole('alert').getByText('Diese Person ist schon Mitglied.').waitFor()
})
