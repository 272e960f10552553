import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { beforeAll } from 'vitest'
import { pool } from '../../src/kernel/db/db.ts'
import { signIn, useBrowser } from '../kit/browser/browser.ts'
import { type TestWorkspace, useTestServer } from '../kit/server/testServer.ts'

/** Starts a server and a browser for this file, and adds a workspace whose campaign has 300 leads, each with a call. */
export function useListedCalls() {
  const testServer = useTestServer()
  const browser = useBrowser()
  const lists = {
    testServer,
    browser,
    acme: undefined as unknown as TestWorkspace,
    campaignId: 0,
    /** Opens a page as the owner, and waits for the first row of its list. */
    async openPage(path: string): Promise<Page> {
      const page = await browser().page()
      await signIn(page, testServer().url, lists.acme, path)
      await firstRow(page).waitFor()
      return page
    },
  }
  beforeAll(async () => {
    lists.acme = await testServer().workspace()
    const { rows } = await pool.query(`insert into campaigns (workspace_id, name, status, updated_at) values ($1, 'Check-ups', 'draft', now()) returning id`, [
      lists.acme.id,
    ])
    lists.campaignId = rows[0].id
    await pool.query(
      `insert into leads (workspace_id, campaign_id, name, phone_number)
       select $1, $2, 'Person ' || n, '+1415555' || (1000 + (n * 37) % 300) from generate_series(1, 300) n`,
      [lists.acme.id, lists.campaignId],
    )
    await pool.query(
      `insert into calls (workspace_id, lead_id, campaign_id, ref, from_number, to_number, provider, provider_agent, status, outcome, recorded, recording_reason, has_recording,
         duration_seconds, cost_micros, placement, ended_at, finished_at)
       select $1, id, $2, gen_random_uuid(), '+12025550100', phone_number, 'retell', '{}', 'completed', 'success', true, 'enabled', id % 2 = 0, id % 100, 10000 * (id % 100), 'placed', now(), now()
       from leads where workspace_id = $1 order by id`,
      [lists.acme.id, lists.campaignId],
    )
  })
  return lists
}

/** Returns the headers of the page's list, from left to right. */
export const headersOf = (page: Page) => page.getByRole('columnheader').allInnerTexts()

/** Finds the first row of the page's list. */
export const firstRow = (page: Page) => page.getByRole('row').nth(1)

/** Exports the list as CSV from its menu, and returns the lines of the file. */
export async function exportCsv(page: Page, name: string): Promise<string[]> {
  const downloaded = page.waitForEvent('download')
  await page.getByRole('button', { name: `Export: ${name}` }).click()
  await page.getByRole('menuitem', { name: 'CSV' }).click()
  return readFileSync(await (await downloaded).path(), 'utf8')
    .trim()
    .split('\r\n')
}
