import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { pageErrors, signIn, useBrowser } from '../kit/browser/browser.ts'
import { type SeededWorkspace, signInToApi } from '../kit/fixtures/seededWorkspace.ts'
import { type TestWorkspace, useTestServer } from '../kit/server/testServer.ts'

const testServer = useTestServer()
const browser = useBrowser()

let acme: TestWorkspace
let person: SeededWorkspace['ownerGql']
beforeAll(async () => {
  acme = await testServer().workspace()
  person = await signInToApi(testServer().url, acme)
})

async function open(path: string): Promise<Page> {
  const page = await browser().page()
  await signIn(page, testServer().url, acme, path)
  return page
}

const makeBase = async (name: string): Promise<string> =>
  (await person('mutation($name: String!) { createKnowledgeBase(input: { name: $name }) { id } }', { name })).createKnowledgeBase.id
const documents = async (id: string): Promise<object[]> =>
  (await person('query($id: ID!) { knowledgeBase(id: $id) { documents { nodes { title content } } } }', { id })).knowledgeBase.documents.nodes

/** Every test here waits for one or two pages of a real browser, and for each step on them. */
describe('a knowledge base', () => {
  test('is created with a text, which is changed and removed', async () => {
    const page = await open('/knowledge')
    await page.getByRole('button', { name: 'Create knowledge base' }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Prices')
    await dialog.getByRole('button', { name: 'Create' }).click()
    await page.getByRole('heading', { level: 1, name: 'Prices' }).waitFor()
    const id = /knowledge\/(\d+)/.exec(page.url())![1]!

    await page.getByRole('link', { name: 'Add text' }).click()
    await page.getByLabel('Title').fill('Bikes')
    await page.getByRole('button', { name: 'Save', exact: true }).last().click()
    await page.getByText('This field is required').waitFor()
    await page.getByRole('textbox', { name: 'Text' }).fill('A bike is <b>300</b> euros.')
    await page.getByRole('button', { name: 'Save', exact: true }).last().click()
    await page.getByRole('link', { name: 'Bikes' }).click()
    await expect.poll(() => page.getByRole('textbox', { name: 'Text' }).inputValue()).toBe('A bike is <b>300</b> euros.')
    await page.getByRole('textbox', { name: 'Text' }).fill('A bike is 310 euros.')
    await page.getByRole('button', { name: 'Save', exact: true }).last().click()
    await expect.poll(() => documents(id)).toEqual([{ title: 'Bikes', content: 'A bike is 310 euros.' }])

    await page.getByRole('button', { name: 'Remove Bikes' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await page.getByText('No documents yet').waitFor()
    expect(await documents(id)).toEqual([])
    expect(pageErrors.get(page)).toEqual([])
  })

  /** Also waits for the server to read a file, in a thread that starts for it. */
  test("accepts several files at once, and shows the reason for each that can't be read", async () => {
    const id = await makeBase('Files')
    const page = await open(`/knowledge/${id}`)
    await page.locator('input[type=file]').setInputFiles([
      { name: 'hours.html', mimeType: 'text/html', buffer: Buffer.from('<p>Nine to six</p>') },
      { name: 'photo.txt', mimeType: 'text/plain', buffer: Buffer.from([0xff, 0xfe, 0x00]) },
      { name: 'huge.txt', mimeType: 'text/plain', buffer: Buffer.alloc(1024 * 1024 + 1, 'a') },
    ])
    await page.getByText('1 of 3 files added').waitFor()
    await page.getByText('The file isn’t UTF-8 text.').waitFor()
    await page.getByText('The file is larger than').waitFor()
    await page.getByRole('link', { name: 'hours.html' }).waitFor()
    expect(await documents(id)).toEqual([{ title: 'hours.html', content: 'Nine to six' }])
  })

  /** Also waits for an agent to be published, after its provider has read the knowledge base. */
  test('shows its agents and its status at the providers, and is deleted after a confirmation unless it is in use', async () => {
    const id = await makeBase('Hours')
    await person('mutation($id: ID!) { addKnowledgeText(knowledgeBaseId: $id, input: { title: "Hours", content: "Nine to six." }) { id } }', { id })
    const { createAgent } = await person(
      'mutation($ids: [ID!]) { createAgent(input: { name: "Ada", voiceId: "retell-Cimo", knowledgeBaseIds: $ids }) { id } }',
      {
        ids: [id],
      },
    )
    await person('mutation($id: ID!) { publishAgent(id: $id) { id } }', { id: createAgent.id })
    const page = await open(`/knowledge/${id}`)
    expect(await page.getByRole('link', { name: 'Ada' }).getAttribute('href')).toBe(`/agents/${createAgent.id}`)
    await page.locator('[data-status=ready]').waitFor()
    const remove = async () => {
      await page.getByRole('button', { name: 'Delete', exact: true }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    }
    await remove()
    await page.getByText('The knowledge base is used by the agent Ada. Remove it there first.').waitFor()

    await page.goto(`${testServer().url}/knowledge/${await makeBase('Spare')}`)
    await remove()
    await page.waitForURL('**/knowledge')
    await page.getByRole('link', { name: 'Hours' }).waitFor()
    await expect.poll(() => page.getByRole('link', { name: 'Spare' }).count()).toBe(0)
  })
})
