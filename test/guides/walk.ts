import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { createProduct } from '../kit/server/product.ts'
import { developerTour, firstCampaignTour, hostTour, operationsTour } from './tours.ts'

/** What disappears by itself: toasts, placeholders, and changes that are being saved. */
const UNFINISHED = '.mantine-Notification-root, .mantine-Skeleton-root, [data-saved=false]'

export interface Tour {
  page: Page
  url: string
  /** URL of a server that receives webhooks. */
  receiverUrl: string
  /** Requests the REST API with a key of the workspace. */
  // eslint-disable-next-line typescript/no-explicit-any -- tours read responses without types
  api(method: string, path: string, body?: object): Promise<any>
  /** Waits until nothing moves, and shows the window to the caller of the walk. */
  picture(name: string): Promise<void>
}

/** The window of the guides' pictures. */
export const WINDOW = { viewport: { width: 1280, height: 720 }, locale: 'en-US', timezoneId: 'America/New_York', reducedMotion: 'reduce' } as const

/**
 * Starts the built product in an empty folder, and does in a browser what the guides in docs/ describe. `show` gets each window that a guide has a
 * picture of. Fails at the first step that no longer works.
 */
export async function walkGuides(openPage: () => Promise<Page>, show: (page: Page, name: string) => Promise<void>): Promise<void> {
  const product = await createProduct({ SIMULATOR_PORT: '0', SIMULATOR_SPEED: '10', CALLING_HOURS: 'off' })
  const receiver = createServer((request, response) => request.resume().on('end', () => response.end('OK')))
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  try {
    await product.start()
    const page = await openPage()
    const { api_key: key, email, password } = product.demo()
    const tour: Tour = {
      page,
      url: product.url,
      receiverUrl: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/callwright`,
      async api(method, path, body) {
        const headers = { 'X-API-Key': key, 'Content-Type': 'application/json' }
        const request: RequestInit = body ? { method, headers, body: JSON.stringify(body) } : { method, headers }
        const response = await fetch(`${product.url}/api/v1${path}`, request)
        if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
        return response.json()
      },
      async picture(name) {
        await settle(page)
        await show(page, name)
      },
    }
    await page.goto(product.url)
    await page.getByLabel('Email').fill(email)
    await page.getByRole('textbox', { name: 'Password' }).fill(password)
    await tour.picture('sign-in')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('navigation', { name: 'Main navigation' }).waitFor()
    for (const walk of [firstCampaignTour, operationsTour, developerTour, hostTour]) await walk(tour)
  } finally {
    receiver.close()
    receiver.closeAllConnections()
    await product.end()
  }
}

async function settle(page: Page) {
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => document.fonts.ready)
  await page.waitForFunction((selector) => !document.querySelector(selector), UNFINISHED)
}
