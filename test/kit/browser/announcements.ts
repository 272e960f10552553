import { expect } from 'vitest'
import type { Page } from 'playwright-core'
import { scaledTimeout } from '../runner/slowness.ts'

type Politeness = 'status' | 'alert' | 'log'

declare global {
  interface Window {
    announcements: { role: string; text: string }[]
  }
}

/** Records what a screen reader says by itself from now on: the text of live regions as it changes. */
export const recordAnnouncements = (page: Page) => page.addInitScript(record)

/** Runs in the page. */
function record() {
  const REGIONS = '[role=status], [role=alert], [role=log], [aria-live=polite], [aria-live=assertive]'
  window.announcements = []
  const say = (region: Element, node: Node) => {
    const role = region.getAttribute('role') ?? region.getAttribute('aria-live')!
    // A log says what is new, the others all that they have.
    const text = ((role === 'log' ? node : region).textContent ?? '').replace(/\s+/g, ' ').trim()
    const last = window.announcements.at(-1)
    if (text && (last?.text !== text || last.role !== role)) window.announcements.push({ role, text })
  }
  const look = ({ target, addedNodes, type }: MutationRecord) => {
    const parent = target instanceof Element ? target : target.parentElement
    if (!parent || parent.closest('[aria-live=off]')) return
    const around = parent.closest(REGIONS)
    if (around) for (const node of type === 'characterData' ? [target] : addedNodes) say(around, node)
    else
      for (const node of addedNodes)
        // A log that comes with its lines says none of them.
        if (node instanceof Element)
          for (const region of [node, ...node.querySelectorAll('*')]) if (region.matches(REGIONS) && region.getAttribute('role') !== 'log') say(region, region)
  }
  new MutationObserver((changes) => changes.forEach(look)).observe(document, { childList: true, subtree: true, characterData: true })
}

/** Waits until a screen reader has said this. */
export async function waitForAnnouncement(page: Page, role: Politeness, text: string | RegExp) {
  const spoken = () => page.evaluate((of) => window.announcements.filter((each) => each.role === of).map((each) => each.text), role)
  const isSaid = (said: string) => (typeof text === 'string' ? said.includes(text) : text.test(said))
  await expect.poll(spoken, { message: `${role}: ${text}`, timeout: scaledTimeout(120_000) }).toSatisfy((all: string[]) => all.some(isSaid))
}
