import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { navigate, pageErrors, pressOn, signIn, useBrowser } from '../kit/browser/browser.ts'
import { useTestServer } from '../kit/server/testServer.ts'
import { isSettled, useSeededWorkspace } from './everyPage.ts'

const testServer = useTestServer()
const browser = useBrowser()
const seededWorkspace = useSeededWorkspace(testServer)

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

interface Deletion {
  path: string
  /** What removes the element that has the focus. */
  remove: (page: Page) => Promise<unknown>
  /** What is gone then. */
  gone: (page: Page) => Locator
  /** A selector of where the focus is then. */
  within: string
}

const confirmed = async (page: Page, opener: Locator, action: string | RegExp) => {
  await pressOn(opener)
  const question = page.getByRole('dialog').filter({ has: page.getByRole('button', { name: 'Cancel', exact: true }) })
  await pressOn(question.getByRole('button', { name: action }))
}

const deletions = async (): Promise<Record<string, Deletion>> => {
  const { campaignId, knowledgeBaseId, leadId, agentId, ownerGql } = seededWorkspace()
  const { createKnowledgeBase: unused } = await ownerGql('mutation { createKnowledgeBase(input: { name: "Unused" }) { id } }')
  return {
    'a blocked number': {
      path: '/dnc',
      remove: (page) => confirmed(page, button(page, 'Remove +14155550211'), /^Remove/),
      gone: (page) => button(page, 'Remove +14155550211'),
      within: '[role=row]',
    },
    'an invitation': {
      path: '/members',
      remove: (page) => confirmed(page, button(page, 'Revoke invitation for olga@example.com'), /^Revoke/),
      gone: (page) => button(page, 'Revoke invitation for olga@example.com'),
      within: '#content',
    },
    'an API key, from a menu': {
      path: '/keys',
      remove: async (page) => {
        await pressOn(button(page, 'Actions for Till <b>'))
        await confirmed(page, page.getByRole('menuitem', { name: /^Revoke/ }), /^Revoke/)
      },
      gone: (page) => button(page, 'Actions for Till <b>'),
      within: '[role=row], table',
    },
    'an export': {
      path: '/reports',
      remove: (page) => confirmed(page, button(page, 'Delete export 1'), /^Delete/),
      gone: (page) => button(page, 'Delete export 1'),
      within: '[role=row]',
    },
    'a lead, with its drawer': {
      path: `/campaigns/${campaignId}?tab=leads&lead=${leadId}`,
      remove: (page) => confirmed(page, button(page, 'Delete lead'), /^Delete/),
      gone: (page) => button(page, 'Edit lead'),
      within: '#content',
    },
    'selected leads': {
      path: `/campaigns/${campaignId}?tab=leads`,
      remove: async (page) => {
        await page
          .getByRole('checkbox', { name: /^Select Lead/ })
          .first()
          .press('Space')
        await confirmed(page, button(page, 'Delete'), /^Delete/)
      },
      gone: (page) => page.getByRole('region', { name: 'Selected rows' }),
      within: '#content',
    },
    'a text of a knowledge base': {
      path: `/knowledge/${knowledgeBaseId}`,
      remove: (page) => confirmed(page, button(page, 'Remove Hours'), /^Remove/),
      gone: (page) => button(page, 'Remove Hours'),
      within: '#content',
    },
    'a knowledge base, with its page': {
      path: `/knowledge/${unused.id}`,
      remove: (page) => confirmed(page, button(page, 'Delete'), /^Delete/),
      gone: (page) => page.getByRole('heading', { level: 1, name: 'Unused' }),
      within: '#content',
    },
    'an alert': {
      path: '/alerts',
      remove: (page) => pressOn(button(page, 'Dismiss alert: Webhook deliveries are failing')),
      gone: (page) => button(page, 'Dismiss alert: Webhook deliveries are failing'),
      within: '#content',
    },
    'an alert in the popover': {
      path: '/settings',
      remove: async (page) => {
        await pressOn(page.getByRole('button', { name: /open alerts?$/ }))
        await pressOn(button(page, 'Dismiss alert: Your balance is low'))
      },
      gone: (page) => button(page, 'Dismiss alert: Your balance is low'),
      within: '[role=dialog]',
    },
    'a filter': {
      path: '/calls?number=0100&status=completed',
      remove: (page) => pressOn(button(page, 'Remove filter: Status: Completed')),
      gone: (page) => button(page, 'Remove filter: Status: Completed'),
      within: '[role=group]',
    },
    'a saved view': {
      path: '/calls',
      remove: async (page) => {
        await pressOn(button(page, 'Views'))
        await page.getByRole('textbox', { name: 'View name' }).fill('Mine')
        await pressOn(button(page, 'Save'))
        await pressOn(button(page, 'Delete view: Mine'))
      },
      gone: (page) => button(page, 'Delete view: Mine'),
      within: '[role=dialog]',
    },
    'a question of an agent': {
      path: `/agents/${agentId}`,
      remove: async (page) => {
        await pressOn(button(page, 'Add question'))
        await pressOn(page.getByRole('button', { name: /^(Remove|Delete).*(question|answer)/i }).last())
      },
      gone: (page) => page.getByRole('group', { name: 'Question answer' }),
      within: '#content',
    },
  }
}

const focused = (page: Page) =>
  page.evaluate(() => {
    const { activeElement } = document
    return activeElement === document.body || !activeElement?.isConnected ? 'nothing' : activeElement.outerHTML.slice(0, 160)
  })

/** Opens a dozen pages in a browser, and deletes something on each. */
test('after a deletion by keyboard, the focus is next to what was deleted', async () => {
  const page = await browser().page()
  await signIn(page, testServer().url, seededWorkspace().acme)
  const problems: Record<string, string> = {}
  for (const [name, { path, remove, gone, within }] of Object.entries(await deletions())) {
    await navigate(page, path)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await isSettled(page)
    try {
      await remove(page)
      await gone(page).waitFor({ state: 'detached' })
      await expect.poll(() => page.evaluate((where) => Boolean(document.activeElement?.closest(where)), within)).toBe(true)
    } catch (error) {
      problems[name] = `${await focused(page)} ${(error as Error).message.slice(0, 200)}`
      await page.goto(testServer().url)
    }
  }
  expect(problems).toEqual({})
  expect(pageErrors.get(page)).toEqual([])
})

test('the focus returns to the menu of an action that opened a drawer', async () => {
  const page = await browser().page()
  await signIn(page, testServer().url, seededWorkspace().acme, '/webhooks')
  const actions = page.getByRole('button', { name: /^Actions for/ }).first()
  await pressOn(actions)
  await pressOn(page.getByRole('menuitem', { name: 'Send test event' }))
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => actions.evaluate((each) => each === document.activeElement)).toBe(true)
})
