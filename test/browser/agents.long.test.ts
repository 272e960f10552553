import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { pageErrors, signIn, waitForToast, useBrowser } from '../kit/browser/browser.ts'
import { type SeededWorkspace, signInToApi } from '../kit/fixtures/seededWorkspace.ts'
import { inviteAndSignUp } from '../kit/fixtures/members.ts'
import { type TestWorkspace, useTestServer } from '../kit/server/testServer.ts'

// Slow enough that the lines of a call appear one after the other.
const testServer = useTestServer({ speed: 8 })
const browser = useBrowser()

let acme: TestWorkspace
let person: SeededWorkspace['ownerGql']
beforeAll(async () => {
  acme = await testServer().workspace()
  person = await signInToApi(testServer().url, acme)
})

async function open(path: string, who: { email: string; password: string } = acme): Promise<Page> {
  const page = await browser().page()
  await signIn(page, testServer().url, who, path)
  return page
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' })
const make = async (input: object): Promise<string> =>
  (await person('mutation($input: AgentInput!) { createAgent(input: $input) { id } }', { input: { name: 'Ada', voiceId: 'retell-Cimo', ...input } }))
    .createAgent.id
const read = async (id: string) =>
  (
    await person(
      'query($id: ID!) { agent(id: $id) { name voiceId systemPrompt isActive isPublished hasUnpublishedChanges generalTools postCallAnalysisData defaultVariables } }',
      { id },
    )
  ).agent

/** Every test here waits for one or two pages of a real browser, and for each step on them. */
describe('an agent', () => {
  test('is created with a few fields, and a refused publish names the problem at its field until it is fixed', async () => {
    const page = await open('/agents/new')
    await button(page, 'Create agent').click()
    await page.getByText('This field is required').waitFor()
    await page.getByLabel('Name').fill('Nora')
    await page.getByRole('radio', { name: 'Receptionist' }).click()
    await button(page, 'Create agent').click()
    await page.getByRole('heading', { level: 1, name: 'Nora' }).waitFor()
    expect(await page.getByLabel('Instructions').inputValue()).toContain('virtual receptionist')

    await page.getByLabel('Voice', { exact: true }).first().fill('invalid-voice')
    await button(page, 'Save and publish').click()
    const refusal = page.locator('.mantine-Autocomplete-error')
    await refusal.waitFor()
    expect(await refusal.textContent()).toMatch(/voice/i)
    await page.getByText('Fix 1 issue to publish').waitFor()

    await page.getByLabel('Voice', { exact: true }).first().fill('retell-Cimo')
    // The list shows every voice, not only the one that is chosen.
    await page.getByRole('option', { name: '11labs-Anna' }).waitFor()
    await button(page, 'Save and publish').click()
    await waitForToast(page, 'Agent published')
    await page.locator('[data-status=published]').first().waitFor()
    const id = /agents\/(\d+)/.exec(page.url())![1]!
    expect(await read(id)).toMatchObject({ name: 'Nora', voiceId: 'retell-Cimo', isPublished: true, hasUnpublishedChanges: false })
    // The browser reports only the refused publish.
    expect(pageErrors.get(page)).toEqual([expect.stringContaining('422')])
  })

  test("has tools and questions in fields or as JSON, and what a provider can't express is shown at the tool", async () => {
    const id = await make({ name: 'Tools' })
    const page = await open(`/agents/${id}`)
    await button(page, 'Add tool').click()
    await page.getByRole('menuitem', { name: 'Transfer call' }).click()
    await page.getByLabel('Phone number', { exact: true }).fill('not a number')
    await button(page, 'Add question').click()
    await page.getByRole('group', { name: 'Question answer' }).getByLabel('Question', { exact: true }).fill('Will they come?')
    await button(page, 'Save draft').click()
    await page
      .getByRole('group', { name: /Transfer call/ })
      .getByText(/with the country code/)
      .waitFor()
    await page.getByLabel('Phone number', { exact: true }).fill('+390212340100')
    await button(page, 'Save draft').click()
    await expect
      .poll(async () => (await read(id)).generalTools)
      .toMatchObject([{ type: 'transfer_call', transfer_destination: { type: 'predefined', number: '+390212340100' } }])
    expect((await read(id)).postCallAnalysisData).toEqual([{ name: 'answer', type: 'string', description: 'Will they come?' }])

    await page.getByRole('switch', { name: 'View as JSON' }).first().click()
    const json = page.getByLabel('Tools as JSON')
    await json.fill('[{"type": "end_call"')
    await page.getByText('Enter valid JSON').waitFor()
    await button(page, 'Save draft').click()
    expect((await read(id)).generalTools).toHaveLength(1)
    await json.fill('[]')
    await button(page, 'Save draft').click()
    await expect.poll(async () => (await read(id)).generalTools).toEqual([])
  })

  /** Also waits for a simulated call to ring, to talk and to end, at only eight times real time. */
  test('is tested with a call, whose transcript appears line by line, and which can be ended', async () => {
    const id = await make({ name: 'Tried', systemPrompt: 'Ask whether they come. Ask for the day. Ask for the hour. Greet {{name}}.' })
    await person('mutation($id: ID!) { publishAgent(id: $id) { id } }', { id })
    const page = await open(`/agents/${id}?tab=test`)
    await page.getByLabel('Number to call', { exact: false }).first().fill('+14155550011')
    await page.getByRole('textbox', { name: 'name', exact: true }).fill('Rosa')
    await button(page, 'Place test call').click()
    const lines = page.getByRole('log', { name: 'Transcript' }).getByRole('listitem')
    await lines.first().waitFor()
    const before = await lines.count()
    await expect.poll(() => lines.count()).toBeGreaterThan(before)
    await button(page, 'End call').click()
    await page.getByRole('link', { name: 'View call', exact: true }).waitFor()
    expect(await page.getByRole('link', { name: 'View call', exact: true }).getAttribute('href')).toMatch(/\/calls\?call=/)
  })

  test('has a field for each variable it uses, and is tested only once every one without a default is filled', async () => {
    const id = await make({ name: 'Variable', firstMessage: 'This is {{company}}. Am I speaking with {{name}}?' })
    const page = await open(`/agents/${id}`)
    const field = (name: string) => page.getByRole('textbox', { name, exact: true })
    await page.getByText('1 variable has no default').waitFor()
    await page.getByLabel('Instructions').fill('Move the appointment of {{day}}.')
    await page.getByText('2 variables have no default').waitFor()
    await page.getByLabel('Instructions').fill('Be brief.')
    await field('day').waitFor({ state: 'detached' })
    await field('company').fill('Rossi Dental')
    await page.getByText('1 variable has no default').waitFor({ state: 'detached' })
    await button(page, 'Save and publish').click()
    await expect.poll(async () => (await read(id)).defaultVariables).toEqual({ company: 'Rossi Dental' })

    await page.getByRole('tab', { name: 'Test', exact: false }).click()
    await expect.poll(() => field('company').inputValue()).toBe('Rossi Dental')
    await button(page, 'Place test call').click()
    await page.getByText('This field is required').waitFor()
    expect((await person('{ calls(first: 1) { nodes { agentId } } }')).calls.nodes[0]?.agentId).not.toBe(id)
    await field('name').fill('Rosa')
    await button(page, 'Place test call').click()
    await page.getByText('This is Rossi Dental. Am I speaking with Rosa?').first().waitFor()
  })

  test('is compared with its published version word by word and restored, and leaving unsaved edits asks first', async () => {
    const id = await make({ name: 'Changed', systemPrompt: 'Be kind and brief.' })
    await person('mutation($id: ID!) { publishAgent(id: $id) { id } }', { id })
    const page = await open(`/agents/${id}`)
    await page.getByLabel('Instructions').fill('Be kind and thorough.')
    await page.getByRole('link', { name: 'Knowledge bases', exact: true }).click()
    await page.getByRole('dialog').getByText('Discard unsaved changes?').waitFor()
    await button(page, 'Keep editing').click()
    await button(page, 'Save draft').click()
    await page.locator('[data-status=changed]').waitFor()

    await page.getByRole('tab', { name: 'Versions' }).click()
    const instructions = page.getByRole('group', { name: 'Instructions' })
    expect(await instructions.locator('del').textContent()).toBe('brief')
    expect(await instructions.locator('ins').textContent()).toBe('thorough')
    await button(page, 'Restore version 1').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Restore version 1' }).click()
    await page.getByText('Version 1 restored to the draft').waitFor()
    await expect.poll(() => page.getByLabel('Instructions').inputValue()).toBe('Be kind and brief.')
    expect(await read(id)).toMatchObject({ systemPrompt: 'Be kind and brief.', hasUnpublishedChanges: false })
  })

  test('is archived after a confirmation, and unarchived', async () => {
    const id = await make({ name: 'Old' })
    const page = await open(`/agents/${id}`)
    await button(page, 'More actions').click()
    await page.getByRole('menuitem', { name: 'Archive…' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Archive agent' }).click()
    await page.getByText('This agent is archived').waitFor()
    expect((await read(id)).isActive).toBe(false)
    await page.goto(`${testServer().url}/agents?show=retired`)
    await page.getByRole('link', { name: 'Old', exact: true }).click()
    await button(page, 'More actions').click()
    await page.getByRole('menuitem', { name: 'Unarchive' }).click()
    await expect.poll(async () => (await read(id)).isActive).toBe(true)
  })

  test('is readable in full for a viewer, without buttons to change it', async () => {
    const id = await make({ name: 'Shown', systemPrompt: 'Secret sauce', generalTools: [{ type: 'end_call', name: 'bye' }] })
    const page = await open(`/agents/${id}`, await inviteAndSignUp(testServer().url, person, { email: 'vera@example.com', role: 'viewer' }))
    await page.getByRole('heading', { level: 1, name: 'Shown' }).waitFor()
    await expect.poll(() => page.getByLabel('Instructions').inputValue()).toBe('Secret sauce')
    expect(await page.getByLabel('Instructions').isEditable()).toBe(false)
    for (const name of ['Publish', 'Save draft', 'Add tool', 'Add question', /Remove/]) await expect.poll(() => button(page, name).count()).toBe(0)
    await expect.poll(() => page.getByRole('tab', { name: 'Test call' }).count()).toBe(0)

    await page.goto(`${testServer().url}/agents/${id}?tab=test`)
    await page.getByRole('tab', { name: 'Editor', selected: true }).waitFor()
    await page.getByLabel('Instructions').waitFor()
  })
})
