import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { chromium, type Page } from 'playwright-core'
import { packagedChromium } from '../kit/browser/chromium.ts'
import { createProduct } from '../kit/server/product.ts'
import { developerTour, firstCampaignTour, hostTour, operationsTour } from './tours.ts'

/**
 * `npm run guides`: starts the built product in an empty folder, does with a browser what the guides in docs/ describe, and takes their pictures. A step
 * that no longer works ends it with an error, so that no picture shows what the product doesn't do.
 */
const FOLDER = 'docs/pictures/guides'
const WINDOW = { width: 1280, height: 720 }
const QUALITY = 72
/** What disappears by itself: toasts, placeholders, and changes that are being saved. */
const UNFINISHED = '.mantine-Notification-root, .mantine-Skeleton-root, [data-saved=false]'
const MAX_TOTAL_BYTES = 1_500_000

export interface Tour {
  page: Page
  url: string
  /** URL of a server that receives webhooks. */
  receiverUrl: string
  /** Requests the REST API with a key of the workspace. */
  // eslint-disable-next-line typescript/no-explicit-any -- tours read responses without types
  api(method: string, path: string, body?: object): Promise<any>
  /** Takes a picture of the window once nothing moves. */
  picture(name: string): Promise<void>
}

const product = await createProduct({ SIMULATOR_PORT: '0', SIMULATOR_SPEED: '10', CALLING_HOURS: 'off' })
const receiver = createServer((request, response) => request.resume().on('end', () => response.end('OK')))
await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
try {
  await product.start()
  const chrome = packagedChromium()
  const executablePath = process.env.CHROMIUM_PATH ?? chrome?.executablePath
  const browser = await chromium.launch({ executablePath, env: { ...process.env, ...chrome?.env }, args: ['--no-sandbox', '--disable-gpu'] })
  rmSync(FOLDER, { recursive: true, force: true })
  mkdirSync(FOLDER, { recursive: true })
  const page = await browser.newPage({ viewport: WINDOW, locale: 'en-US', timezoneId: 'America/New_York', reducedMotion: 'reduce' })
  page.setDefaultTimeout(60_000)
  const { api_key: key, email, password } = product.demo()
  const api: Tour['api'] = async (method, path, body) => {
    const headers = { 'X-API-Key': key, 'Content-Type': 'application/json' }
    const request: RequestInit = body ? { method, headers, body: JSON.stringify(body) } : { method, headers }
    const response = await fetch(`${product.url}/api/v1${path}`, request)
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return response.json()
  }
  const tour: Tour = {
    page,
    url: product.url,
    receiverUrl: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/callwright`,
    api,
    picture: (name) => takePicture(page, name),
  }
  await page.goto(product.url)
  await page.getByLabel('Email').fill(email)
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await takePicture(page, 'sign-in')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('navigation', { name: 'Main navigation' }).waitFor()
  for (const walk of [firstCampaignTour, operationsTour, developerTour, hostTour])
    await walk(tour).catch(async (error: unknown) => {
      process.stderr.write(`${page.url()} showed:\n${await page.locator('body').ariaSnapshot()}\n`)
      throw error
    })
  await browser.close()
  reportSize()
} finally {
  receiver.close()
  receiver.closeAllConnections()
  await product.kill('SIGTERM')
}

async function takePicture(page: Page, name: string) {
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => document.fonts.ready)
  await page.waitForFunction((selector) => !document.querySelector(selector), UNFINISHED)
  const session = await page.context().newCDPSession(page)
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY })
  await session.detach()
  writeFileSync(`${FOLDER}/${name}.webp`, Buffer.from(data, 'base64'))
}

function reportSize() {
  const bytes = readdirSync(FOLDER).reduce((sum, name) => sum + statSync(`${FOLDER}/${name}`).size, 0)
  process.stdout.write(`${readdirSync(FOLDER).length} pictures, ${Math.round(bytes / 1000)} kB\n`)
  if (bytes > MAX_TOTAL_BYTES) throw new Error(`The pictures have more than ${MAX_TOTAL_BYTES} bytes.`)
}
