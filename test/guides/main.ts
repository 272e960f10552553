import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { chromium, type Page } from 'playwright-core'
import { packagedChromium } from '../kit/browser/chromium.ts'
import { walkGuides, WINDOW } from './walk.ts'

/**
 * `npm run guides`: takes the pictures of the guides in docs/ from the running product. A step that no longer works ends it with an error, so that no
 * picture shows what the product doesn't do.
 */
const FOLDER = 'docs/pictures/guides'
const QUALITY = 72
const MAX_TOTAL_BYTES = 1_500_000

const chrome = packagedChromium()
const executablePath = process.env.CHROMIUM_PATH ?? chrome?.executablePath
const browser = await chromium.launch({ executablePath, env: { ...process.env, ...chrome?.env }, args: ['--no-sandbox', '--disable-gpu'] })
try {
  const page = await browser.newPage(WINDOW)
  page.setDefaultTimeout(60_000)
  const pictures = new Map<string, Buffer>()
  await walkGuides(
    () => Promise.resolve(page),
    async (shown, name) => void pictures.set(name, await takePicture(shown)),
  ).catch(async (error: unknown) => {
    process.stderr.write(`${page.url()} showed:\n${await page.locator('body').ariaSnapshot()}\n`)
    throw error
  })
  rmSync(FOLDER, { recursive: true, force: true })
  mkdirSync(FOLDER, { recursive: true })
  for (const [name, content] of pictures) writeFileSync(`${FOLDER}/${name}.webp`, content)
  reportSize()
} finally {
  await browser.close()
}

async function takePicture(page: Page) {
  const session = await page.context().newCDPSession(page)
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY })
  await session.detach()
  return Buffer.from(data, 'base64')
}

function reportSize() {
  const bytes = readdirSync(FOLDER).reduce((sum, name) => sum + statSync(`${FOLDER}/${name}`).size, 0)
  process.stdout.write(`${readdirSync(FOLDER).length} pictures, ${Math.round(bytes / 1000)} kB\n`)
  if (bytes > MAX_TOTAL_BYTES) throw new Error(`The pictures have more than ${MAX_TOTAL_BYTES} bytes.`)
}
