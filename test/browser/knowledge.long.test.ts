import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { complaints, signIn, useBrowser } from '../kit/browser.ts'
import { type Lively, signedIn } from '../kit/lively.ts'
import { type Acme, useWorld } from '../kit/world.ts'

const world = useWorld()
const browser = useBrowser()

let acme: Acme
let person: Lively['person']
beforeAll(async () => {
  acme = await world().workspace()
  person = await signedIn(world().url, acme)
})

async function open(path: string): Promise<Page> {
  const page = await browser().page()
  await signIn(page, world().url, acme, path)
  return page
}

const makeBase = async (name: string): Promise<string> =>
  (await person('mutation($name: String!) { createKnowledgeBase(input: { name: $name }) { id } }', { name })).createKnowledgeBase.id
const documents = async (id: string): Promise<object[]> =>
  (await person('query($id: ID!) { knowledgeBase(id: $id) { documents { nodes { title content } } } }', { id })).knowledgeBase.documents.nodes

/** Every test here waits for one or two pages of a real browser to be loaded and drawn, and for each step that is taken on them. */
describe('a knowledge base', () => {
  test('is made and given a text, which is changed and removed', async () => {
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
    expect(complaints.get(page)).toEqual([])
  })

  /** Waits also for a file to be read by the server, in a thread that starts for it. */
  test('takes several files at once, and tells of each that cannot be read why', async () => {
    const id = await makeBase('Files')
    const page = await open(`/knowledge/${id}`)
    await page.locator('input[type=file]').setInputFiles([
      { name: 'hours.html', mimeType: 'text/html', buffer: Buffer.from('<p>Nine to six</p>') },
      { name: 'photo.txt', mimeType: 'text/plain', buffer: Buffer.from([0xff, 0xfe, 0x00]) },
      { name: 'huge.txt', mimeType: 'text/plain', buffer: Buffer.alloc(1024 * 1024 + 1, 'a') },
    ])
    await page.getByText('1 of 3 files added').waitFor()
    await page.getByText('The file is not UTF-8 text.').waitFor()
    await page.getByText('The file is larger than').waitFor()
    await page.getByRole('link', { name: 'hours.html' }).waitFor()
    expect(await documents(id)).toEqual([{ title: 'hours.html', content: 'Nine to six' }])
  })

  /** Waits also for an agent to be published: its provider has to read the knowledge base before. */
  test('tells who answers from it and what providers have of it; one in use is not deleted, another is once that is confirmed', async () => {
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

    await page.goto(`${world().url}/knowledge/${await makeBase('Spare')}`)
    await remove()
    await page.waitForURL('**/knowledge')
    await page.getByRole('link', { name: 'Hours' }).waitFor()
    await expect.poll(() => page.getByRole('link', { name: 'Spare' }).count()).toBe(0)
  })
})
