import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { findAccessibilityViolations, navigate, pageErrors, pressOn, signIn, useBrowser, WCAG_RULES } from '../kit/browser/browser.ts'
import { useTestServer } from '../kit/server/testServer.ts'
import { inspectModes, isSettled, type Mode, useSeededWorkspace } from './everyPage.ts'
import { type Overlay, overlays } from './overlays.ts'

const testServer = useTestServer()
const browser = useBrowser()
const seededWorkspace = useSeededWorkspace(testServer)

const MODES: [Mode, ...Mode[]] = [
  ['light', 1280],
  ['dark', 1280],
  ['light', 390],
  ['dark', 390],
]

/** The overlay that is new since those before it were marked. */
const overlayOf = (page: Page, { role = 'dialog' }: Overlay) => page.locator(`[role=${role}]:not([data-earlier])`).last()
const markEarlier = (page: Page) =>
  page.evaluate(() => document.querySelectorAll('[role=dialog], [role=menu]').forEach((overlay) => overlay.setAttribute('data-earlier', '')))
const openerOf = (page: Page, [role, name]: Overlay['opens'][number]) => page.getByRole(role, { name, exact: true }).first()
const outerHtmlOf = async (elements: Locator) => (await elements.evaluateAll((all) => all.map((element) => element.outerHTML.slice(0, 400)))).join()
const isFocused = (element: Element) => element === document.activeElement
const hasFocus = (element: Element) => element.contains(document.activeElement)

/** Opens an overlay by keyboard alone. */
async function openByKeyboard(page: Page, { opens, ...overlay }: Overlay) {
  for (const step of opens) {
    const opener = openerOf(page, step)
    await pressOn(opener)
  }
  await overlayOf(page, { opens, ...overlay }).waitFor()
}

/** Presses the Tab key once more than the overlay has elements, which would leave it if anything could. Returns where the focus went. */
async function leaveByTab(opened: Locator): Promise<string[]> {
  await opened.evaluate((overlay) =>
    document.addEventListener('focusin', ({ target }) => {
      const element = target as Element
      if (overlay.isConnected && !overlay.contains(element)) overlay.setAttribute('data-left-for', element.outerHTML.slice(0, 120))
    }),
  )
  const elements = await opened.locator(':is(a, button, input, textarea, [tabindex="0"]):visible').count()
  for (let press = 0; press <= elements; press++) await opened.page().keyboard.press('Tab')
  const [left, isIn] = await opened.evaluate((overlay) => [overlay.getAttribute('data-left-for'), overlay.contains(document.activeElement)] as const)
  return left || !isIn ? [`the focus leaves it: ${left ?? 'for the window'}`] : []
}

/** Returns what is wrong with the looks of an overlay: of one of a kind in each theme and width, with the page behind it. */
async function inspectOverlay(page: Page, name: string, overlay: Overlay): Promise<string[]> {
  if (overlay.isExample) return inspectModes(page, `overlay-${name}`, MODES, WCAG_RULES)
  return findAccessibilityViolations(page, WCAG_RULES, `[role=${overlay.role ?? 'dialog'}]:not([data-earlier])`)
}

/** Returns what is wrong with the focus while an overlay is open, and after it is closed. */
async function useByKeyboard(page: Page, name: string, overlay: Overlay): Promise<string[]> {
  await navigate(page, overlay.path)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await isSettled(page)
  await overlay.prepare?.(page)
  await markEarlier(page)
  await openByKeyboard(page, overlay)
  const opened = overlayOf(page, overlay)
  const wrong: string[] = []
  await expect.poll(() => opened.evaluate(hasFocus)).toBe(true)
  if (!(await opened.evaluate((element) => element.getAttribute('aria-label') || element.getAttribute('aria-labelledby')))) wrong.push('has no name')
  await isSettled(page)
  wrong.push(...(await leaveByTab(opened)))
  wrong.push(...(await inspectOverlay(page, name, overlay)))
  // A list of choices in it closes first.
  if (await page.locator('[role=listbox]:visible').count()) await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await overlayOf(page, overlay).waitFor({ state: 'detached' })
  const opener = openerOf(page, overlay.opens[0]!)
  await expect
    .poll(() => opener.evaluate(isFocused))
    .toBe(true)
    .catch(async () => wrong.push(`the focus is not on its opener, ${await outerHtmlOf(opener)}, but on ${await outerHtmlOf(page.locator(':focus'))}`))
  return wrong
}

/** A campaign that runs without calling, so that it can be paused at any time. */
async function startWaitingCampaign() {
  const { key, agentId } = seededWorkspace()
  const { id } = (await key.post('/campaigns', { name: 'Later', purpose: 'appointment', agent_ref_id: agentId, schedule: { start_date: '2099-01-01' } })).body
  await key.post(`/campaigns/${id}/leads`, { leads: [{ phone_number: '+14155550100' }] })
  await key.post(`/campaigns/${id}/start`)
}

/** OVERLAYS=pages/calls limits the run to these. */
const selectedOverlays = () => Object.entries(overlays(seededWorkspace())).filter(([file]) => file.includes(process.env.OVERLAYS ?? ''))

/** Uses each of these overlays, one after the other. Returns the problems, by overlay. */
async function useAll(selected: [string, readonly Overlay[]][]): Promise<Record<string, string[]>> {
  const page = await browser().page()
  await signIn(page, testServer().url, seededWorkspace().acme)
  const problems: Record<string, string[]> = {}
  for (const [file, all] of selected)
    for (const [index, overlay] of all.entries()) {
      const name = `${file.replace(/^.*\/|\.tsx$/g, '')}${index || ''}`
      pageErrors.get(page)!.length = 0
      const wrong = await useByKeyboard(page, name, overlay).catch((error: Error) => [error.message.slice(0, 400)])
      wrong.push(...pageErrors.get(page)!)
      if (wrong.length > 0) {
        problems[name] = wrong
        await page.goto(testServer().url)
      }
    }
  return problems
}

/** Opens each overlay in a browser, more than sixty, and checks its accessibility. */
test('every drawer, dialog, menu and popover opens by keyboard, keeps the focus, is accessible, closes with Escape and gives the focus back', async () => {
  await startWaitingCampaign()
  expect(await useAll(selectedOverlays())).toEqual({})
})
