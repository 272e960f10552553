import { readdirSync, readFileSync } from 'node:fs'
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { navigate, signIn, useBrowser } from '../kit/browser/browser.ts'
import { useTestServer } from '../kit/server/testServer.ts'
import { isSettled, useSeededWorkspace } from './everyPage.ts'

const testServer = useTestServer()
const browser = useBrowser()
const seededWorkspace = useSeededWorkspace(testServer)

const WHOLE = ['core', 'notifications'].map((name) => readFileSync(`node_modules/@mantine/${name}/styles.layer.css`, 'utf8')).join('\n')

const BUILT = readdirSync('dist/web/assets')
  .filter((name) => name.endsWith('.css'))
  .map((name) => readFileSync(`dist/web/assets/${name}`, 'utf8'))
  .join('\n')

/** Has the page load all styles of Mantine before those of the build, so that nothing can be missing. */
const addWholeStyles = (page: Page) =>
  page.route(/\/assets\/index-[\w-]+\.css$/, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: `${WHOLE}\n${await response.text()}` })
  })

/** The computed styles of an element and everything in it, and of their pseudo-elements, once transitions have ended. */
const stylesOf = (element: Locator) =>
  element.evaluate(async (root) => {
    await Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => {})))
    return [root, ...root.querySelectorAll('*')].flatMap((each) =>
      [null, '::before', '::after'].flatMap((pseudo) => {
        const style = getComputedStyle(each, pseudo)
        const names = [...style].filter((name) => !name.startsWith('--')).sort()
        return names.map((name) => `${each.localName}${pseudo ?? ''} ${name}: ${style.getPropertyValue(name)}`)
      }),
    )
  })

/** Styles of an element at rest, under the pointer and pressed. The button is released elsewhere, so that nothing is clicked. */
async function statesOf(page: Page, element: Locator): Promise<string[]> {
  await page.mouse.move(0, 0)
  const idle = await stylesOf(element)
  await element.hover()
  const hovered = await stylesOf(element)
  await page.mouse.down()
  const pressed = await stylesOf(element)
  await page.mouse.move(0, 0)
  await page.mouse.up()
  expect(hovered).not.toEqual(idle)
  return [...idle, ...hovered, ...pressed]
}

async function samples(page: Page): Promise<Record<string, string[]>> {
  const { acme, agentId, campaignId, leadId } = seededWorkspace()
  await signIn(page, testServer().url, acme, '/members')
  await isSettled(page)
  const button = await statesOf(page, page.getByRole('link', { name: 'Invite member' }).or(page.getByRole('button', { name: 'Invite member' })))
  await page.getByRole('button', { name: 'Account' }).click()
  const menuItem = await statesOf(page, page.getByRole('menuitem', { name: 'Change password' }))
  await page.keyboard.press('Escape')
  await navigate(page, '/members?add=yes')
  const dialog = await stylesOf(page.getByRole('dialog'))
  await navigate(page, '/reports?make=calls')
  await page.getByRole('dialog').getByRole('combobox').first().click()
  const option = await statesOf(page, page.getByRole('option').nth(1))
  await navigate(page, `/agents/${agentId}`)
  const tab = await statesOf(page, page.getByRole('tab', { name: 'Versions' }))
  await navigate(page, '/')
  const segment = await statesOf(page, page.getByRole('radiogroup', { name: 'Period' }).getByText('7 days'))
  await navigate(page, `/campaigns/${campaignId}?tab=leads&lead=${leadId}`)
  const entries = page.locator('.mantine-Timeline-root').first()
  await entries.locator('.mantine-Timeline-item').first().waitFor()
  const timeline = await stylesOf(entries)
  return { button, menuItem, dialog, option, tab, segment, timeline }
}

/** Opens six pages in a browser, twice. */
test('buttons, menus, options, tabs, dialogs and timelines look at rest, under the pointer and pressed as with all styles of the library', async () => {
  const page = await browser().page({ reducedMotion: 'reduce' })
  const wholePage = await browser().page({ reducedMotion: 'reduce' })
  await addWholeStyles(wholePage)
  const [built, whole] = [await samples(page), await samples(wholePage)]
  expect(Object.keys(whole).filter((name) => !built[name]?.length)).toEqual([])
  expect(Object.entries(whole).flatMap(([name, lines]) => lines.filter((line, at) => line !== built[name]![at]).map((line) => `${name}: ${line}`))).toEqual([])
})

/** The selectors of a sheet, also within its layers and conditions, as the browser understands them. */
function selectorsOf({ cssRules }: { cssRules: CSSRuleList }): string[] {
  return [...cssRules].flatMap((rule) => {
    if (rule instanceof CSSStyleRule) return rule.selectorText.split(/,(?![^()]*\))/).map((selector) => selector.trim())
    return rule instanceof CSSGroupingRule ? selectorsOf(rule) : []
  })
}

/** Opens a page in a browser. */
test('the built styles have every selector of each component that they have any of', async () => {
  const page = await browser().page()
  await page.goto(`${testServer().url}/healthz`)
  await page.evaluate(`window.selectorsOf = ${String(selectorsOf)}`)
  const { known, missing } = await page.evaluate(
    ([whole, built]) => {
      const { selectorsOf: read } = window as unknown as { selectorsOf: typeof selectorsOf }
      const selectorsIn = (css: string) => {
        const sheet = new CSSStyleSheet()
        sheet.replaceSync(css)
        return read(sheet)
      }
      const found = new Set(selectorsIn(built))
      const componentOf = (selector: string) => /m_[0-9a-f]{6,8}/.exec(selector)?.[0]
      const components = new Set([...found].map(componentOf))
      const expected = selectorsIn(whole)
        .filter((selector) => componentOf(selector) && components.has(componentOf(selector)))
        .map((selector) => selector.replace(':nth-of-type(1)', ':first-of-type'))
      return { known: expected.length, missing: expected.filter((selector) => !found.has(selector)) }
    },
    [WHOLE, BUILT] as const,
  )
  expect(known).toBeGreaterThan(500)
  expect(missing).toEqual([])
})
