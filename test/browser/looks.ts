import type { Locator, Page } from 'playwright-core'

/** A kind of element that has to look different in two states, and what brings it from one into the other. */
interface Distinction {
  name: string
  selector: string
  change: (element: Element) => void
  undo: (element: Element) => void
  /** Pixels around the element that may be different. */
  around?: number
}

/** What is selected, open or checked. */
export const selected: Distinction = {
  name: 'selection',
  selector: ':is([aria-current], [aria-selected=true], [role=row][data-selected], input:checked, .mantine-SegmentedControl-indicator)',
  change(element) {
    const names = ['aria-current', 'aria-selected', 'data-active', 'data-selected', 'data-checked']
    if (element instanceof HTMLInputElement) element.checked = false
    else if (element.matches('.mantine-SegmentedControl-indicator')) (element as HTMLElement).style.visibility = 'hidden'
    else for (const name of names) element.removeAttribute(name)
  },
  undo(element) {
    if (element instanceof HTMLInputElement) element.checked = true
    else if (element instanceof HTMLElement) element.style.visibility = ''
  },
}

/** Bars, columns, hours and legends. */
export const charted: Distinction = {
  name: 'chart',
  selector: ':is([aria-hidden] [style*="width:"], [style*="--strength"], span[style*="--chart"], rect[fill], .mantine-Progress-section)',
  change: (element) => void ((element as HTMLElement).style.visibility = 'hidden'),
  undo: (element) => void ((element as HTMLElement).style.visibility = ''),
}

/** Everything that can have the focus. */
export const focusable: Distinction = {
  name: 'focus',
  selector: ':is(a[href], button, input, textarea, [tabindex="0"]):not(:disabled)',
  change: (element) => (element as HTMLElement).focus(),
  undo: (element) => (element as HTMLElement).blur(),
  around: 5,
}

const TRIES = 3

/** Returns the elements of a kind that look the same in both states. Each kind of element is looked at once: `seen` remembers it. */
export async function indistinguishable(page: Page, distinction: Distinction, seen: Set<string>): Promise<string[]> {
  // The focus is visible only to people who use the keyboard.
  await page.keyboard.press('Tab')
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
  const same: string[] = []
  for (const [mark, kind] of await page.evaluate(markKinds, [distinction.selector, distinction.name, [...seen]] as const)) {
    seen.add(kind)
    const element = page.locator(`[data-look="${mark}"]`)
    await element.scrollIntoViewIfNeeded()
    const before = await takePicture(page, element, distinction)
    let after = before
    // What a busy page renders meanwhile may undo the change.
    for (let tries = 0; tries < TRIES && before.equals(after); tries++) {
      await element.evaluate(distinction.change)
      after = await takePicture(page, element, distinction)
    }
    if (before.equals(after)) same.push(`${distinction.name}: ${await element.evaluate((node) => node.outerHTML.slice(0, 160))}`)
    await element.evaluate(distinction.undo)
  }
  return same
}

/** Runs in the page. Marks the first visible element of each new kind, and returns the marks with the kinds. */
function markKinds([selector, name, known]: readonly [string, string, readonly string[]]): [mark: string, kind: string][] {
  const kinds = new Map<string, Element>()
  for (const element of document.querySelectorAll(selector)) {
    const { width, height } = element.getBoundingClientRect()
    if (width < 4 || height < 4 || !element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue
    const look = [element.tagName, element.getAttribute('role'), element.getAttribute('type'), element.getAttribute('fill'), ...element.classList]
    const kind = [name, ...look.slice(0, 7)].join(' ')
    if (!known.includes(kind) && !kinds.has(kind)) kinds.set(kind, element)
  }
  return [...kinds].map(([kind, element], index) => {
    const mark = `${name}-${index}`
    for (const earlier of document.querySelectorAll(`[data-look="${mark}"]`)) earlier.removeAttribute('data-look')
    element.setAttribute('data-look', mark)
    return [mark, kind]
  })
}

/** A picture of the element, and of its label if it is a field. */
async function takePicture(page: Page, element: Locator, { around = 2 }: Distinction): Promise<Buffer> {
  const { x, y, width, height } = (await element.boundingBox())!
  const clip = { x: Math.max(0, x - around), y: Math.max(0, y - around), width: width + 2 * around, height: height + 2 * around }
  return page.screenshot({ clip, animations: 'disabled' })
}
