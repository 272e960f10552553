import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { PAGE_KEYS } from '../../web/src/shell/shortcuts/shortcutKeys.ts'
import { navigate, pageErrors, signIn, takeScreenshot, useBrowser } from '../kit/browser/browser.ts'
import { useTestServer } from '../kit/server/testServer.ts'
import { useSeededWorkspace } from './everyPage.ts'

const testServer = useTestServer()
const browser = useBrowser()
const seededWorkspace = useSeededWorkspace(testServer)

async function open(path: string, who: { email: string; password: string } = seededWorkspace().acme): Promise<Page> {
  const page = await browser().page()
  await signIn(page, testServer().url, who, path)
  await page.locator('[data-shortcuts]').waitFor({ state: 'attached' })
  return page
}

const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key)
}
const pathOf = (page: Page) => new URL(page.url()).pathname
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const focusedRow = (page: Page) =>
  page.evaluate(() => {
    const row = document.activeElement?.closest('[role=row]')
    return row ? [...row.parentElement!.children].indexOf(row) : null
  })
const checked = (page: Page) => page.getByRole('checkbox', { checked: true }).count()

/** Every test here opens a few pages in a browser. */

test('a question mark shows all shortcuts, and two keys open each main page', async () => {
  const page = await open('/members')
  await press(page, '?')
  await dialog(page, 'Keyboard shortcuts').waitFor()
  await takeScreenshot(page, 'shortcuts')
  for (const text of ['G then O', 'J or ↓', '/ or Ctrl K']) await dialog(page, 'Keyboard shortcuts').getByText(text, { exact: true }).waitFor()
  expect(await dialog(page, 'Keyboard shortcuts').getByText('G then', { exact: false }).count()).toBe(Object.keys(PAGE_KEYS).length)
  await press(page, 'g', 'c')
  expect(pathOf(page)).toBe('/members')
  await press(page, 'Escape')
  await dialog(page, 'Keyboard shortcuts').waitFor({ state: 'detached' })
  for (const [path, key] of Object.entries(PAGE_KEYS)) {
    await press(page, 'g', key)
    await expect.poll(() => pathOf(page)).toBe(path)
    await page.getByRole('heading', { level: 1 }).waitFor()
  }
  expect(pageErrors.get(page)).toEqual([])
})

test('a slash and Ctrl K open the search, which stays empty', async () => {
  const page = await open('/members')
  for (const key of ['/', 'Control+k']) {
    await press(page, key)
    await dialog(page, 'Search or run a command').waitFor()
    expect(await page.getByRole('textbox', { name: 'Search or run a command' }).inputValue()).toBe('')
    await press(page, 'Escape')
    await dialog(page, 'Search or run a command').waitFor({ state: 'detached' })
  }
})

test('letters and arrows move through the rows of a table, open one, and select one', async () => {
  const page = await open('/calls')
  await page.getByRole('cell').first().waitFor()
  const positions: (number | null)[] = []
  for (const key of ['j', 'j', 'ArrowDown', 'k', 'ArrowUp', 'ArrowUp']) {
    await press(page, key)
    positions.push(await focusedRow(page))
  }
  expect(positions).toEqual([0, 1, 2, 1, 0, 0])
  await press(page, 'j', 'x')
  await page.getByRole('region', { name: 'Selected rows' }).getByText('1 selected').waitFor()
  expect(await focusedRow(page)).toBe(1)
  await press(page, 'Escape')
  await expect.poll(() => checked(page)).toBe(0)
  await press(page, 'Enter')
  await page.getByRole('dialog').waitFor()
  await press(page, 'j', 'x', 'Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await expect.poll(() => focusedRow(page)).toBe(1)
  expect(await checked(page)).toBe(0)
  for (let index = 4; index <= 63; index++) {
    await press(page, 'j')
    await expect.poll(() => page.evaluate(() => document.activeElement!.closest('[role=row]')!.getAttribute('aria-rowindex'))).toBe(String(index))
  }

  await navigate(page, '/members')
  await page.getByRole('button', { name: 'Remove Vera' }).waitFor()
  await press(page, 'j')
  expect(await focusedRow(page)).toBe(0)
})

test('shortcuts leave alone what is typed, and what is pressed with a modifier', async () => {
  const page = await open('/calls')
  const search = page.getByRole('main').getByRole('searchbox').first()
  await search.focus()
  await page.keyboard.type('?/jgmx')
  expect(await search.inputValue()).toBe('?/jgmx')
  expect([pathOf(page), await page.getByRole('dialog').count()]).toEqual(['/calls', 0])
  await search.fill('')
  await search.blur()
  await press(page, 'Control+j', 'Alt+j', 'Shift+j', 'Meta+j', 'Shift+x')
  expect([await focusedRow(page), await checked(page)]).toEqual([null, 0])
  await press(page, 'g', 'Control+m')
  expect(pathOf(page)).toBe('/calls')
})

test('a person can turn single keys off, for themselves and in this browser', async () => {
  const { acme, viewer } = seededWorkspace()
  const page = await open('/members')
  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click()
  await page.getByRole('switch', { name: 'Use single-key shortcuts' }).click()
  await press(page, 'Escape')
  await dialog(page, 'Keyboard shortcuts').waitFor({ state: 'detached' })
  for (const reload of [false, true]) {
    if (reload) await page.reload()
    await page.locator('[data-shortcuts]').waitFor({ state: 'attached' })
    await press(page, '?', '/', 'j', 'g', 'c')
    expect([pathOf(page), await page.getByRole('dialog').count(), await focusedRow(page)]).toEqual(['/members', 0, null])
  }
  await press(page, 'Control+k')
  await dialog(page, 'Search or run a command').waitFor()
  await signIn(page, testServer().url, viewer, '/members')
  await page.locator('[data-shortcuts]').waitFor({ state: 'attached' })
  await press(page, '?')
  await dialog(page, 'Keyboard shortcuts').waitFor()
  await signIn(page, testServer().url, acme)
})
