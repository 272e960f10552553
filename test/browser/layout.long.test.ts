import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { signIn, useBrowser } from '../kit/browser/browser.ts'
import { useTestServer } from '../kit/server/testServer.ts'
import { isSettled, useSeededWorkspace } from './everyPage.ts'

const testServer = useTestServer()
const browser = useBrowser()
const seededWorkspace = useSeededWorkspace(testServer)

let page: Page
beforeAll(async () => {
  page = await browser().page()
  await signIn(page, testServer().url, seededWorkspace().acme, '/docs')
})

async function open(path: string, width: number, shows: string | RegExp) {
  await page.setViewportSize({ width, height: 800 })
  await page.goto(testServer().url + path)
  await page.getByText(shows).first().waitFor()
  await isSettled(page)
}

const boxOf = async (element: Locator) => (await element.boundingBox())!

test('in a wide window, the fields of settings and of a campaign are at most 960 pixels wide', async () => {
  const { campaignId, draftCampaignId } = seededWorkspace()
  for (const [path, shows] of [
    ['/settings', 'Concurrent calls'],
    ['/settings?tab=alerts', 'Call failures'],
    [`/campaigns/${campaignId}?tab=settings`, 'Max attempts per lead'],
    [`/campaigns/new?id=${draftCampaignId}&step=limits`, 'Max attempts per lead'],
    [`/campaigns/new?id=${draftCampaignId}&step=leads`, 'Drop a lead file here'],
  ] as const) {
    await open(path, 1920, shows)
    const widths = await page.locator('main').evaluate((main) => [...main.querySelectorAll('input, textarea')].map((field) => field.clientWidth))
    expect(Math.max(...widths), path).toBeGreaterThan(100)
    expect(Math.max(...widths), path).toBeLessThanOrEqual(960)
  }
})

test('in a window of 900 pixels, the button of a page or a section is next to its title', async () => {
  for (const [path, title, button] of [
    ['/compliance', 'Compliance', 'Export proofs'],
    ['/dnc', 'Registers and suppression lists', 'Add list'],
    ['/webhooks', 'Endpoints', 'Add endpoint'],
  ] as const) {
    await open(path, 900, title)
    const heading = await boxOf(page.getByRole('heading', { name: title, exact: true }))
    const action = await boxOf(page.getByRole('main').getByText(button, { exact: true }))
    expect(action.y, path).toBeLessThan(heading.y + heading.height)
    expect(action.x, path).toBeGreaterThan(heading.x)
  }
})

test('fields next to each other have their boxes in one line, also with an error and with descriptions of different lengths', async () => {
  await open(`/campaigns/new?id=${seededWorkspace().draftCampaignId}&step=limits`, 900, 'Max attempts per lead')
  const top = async (label: string) => Math.round((await boxOf(page.getByLabel(label, { exact: true }))).y)
  const row = ['Budget', 'Failure limit', 'Sample size']
  const tops = () => Promise.all(row.map(top))
  expect(new Set(await tops()).size).toBe(1)

  await page.getByLabel('Sample size', { exact: true }).fill('999999')
  await page.getByRole('button', { name: 'Next' }).click()
  await page.locator('.mantine-InputWrapper-error').first().waitFor()
  expect(new Set(await tops()).size).toBe(1)
})

test('no control shows through the bar with the Save button of a campaign', async () => {
  const { draftCampaignId } = seededWorkspace()
  await open(`/campaigns/${draftCampaignId}?tab=settings`, 1280, 'JSON Schema')
  const [control, save] = [page.locator('.mantine-SegmentedControl-root').last(), page.getByRole('button', { name: 'Save', exact: true })]
  const middleOf = async (element: Locator) => boxOf(element).then(({ y, height }) => y + height / 2)
  await page.evaluate((distance) => scrollBy(0, distance), (await middleOf(control)) - (await middleOf(save)))
  expect(Math.abs((await middleOf(control)) - (await middleOf(save)))).toBeLessThan(2)
  const isOnTop = await control.evaluate((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect()
    return [left + 20, (left + right) / 2, right - 20].some((x) => element.contains(document.elementFromPoint(x, (top + bottom) / 2)))
  })
  expect(isOnTop).toBe(false)
})

test('a switch that is off stands out from what is behind it, in both themes', async () => {
  await open(`/numbers/${seededWorkspace().trunkNumberId}`, 1280, 'Answer inbound calls')
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    const [track, placeholder] = await page.locator('.mantine-Switch-track').evaluate((element) => {
      const probe = document.body.appendChild(document.createElement('i'))
      probe.style.color = 'var(--surface-placeholder)'
      const expected = getComputedStyle(probe).color
      probe.remove()
      return [getComputedStyle(element).backgroundColor, expected]
    })
    expect(track, colorScheme).toBe(placeholder)
  }
})

test('every page of the documentation belongs to a topic', async () => {
  await open('/docs', 1280, 'Get started')
  expect(await page.getByRole('heading', { name: 'More', exact: true }).count()).toBe(0)
})
