import { parseArgs } from 'node:util'
import { packagedChromium } from '../test/kit/browser/chromium.ts'
import { keepBusy } from './pages/busy.ts'
import { openBrowser } from './pages/browser.ts'
import { startPlainPage } from './pages/plainPage.ts'
import { startProduct } from './pages/product.ts'

/** `npm run bench:pages`: how soon a browser that has the files paints a page, beside a bare page that paints one line of text. */
const USAGE = `npm run bench:pages -- [options]
  --busy <n>      busy processes beside the browser and the server (default 0)
  --rounds <n>    times that each page is opened (default 15)`

/** Target for the first paint from the browser's cache, in milliseconds, with a busy process for each core. */
const TARGET_MS = 400
const PAGES = { Home: '/', Calls: '/calls' }

function readOptions() {
  const { values } = parseArgs({ options: { busy: { type: 'string', default: '0' }, rounds: { type: 'string', default: '15' } } })
  const [busy, rounds] = [Number(values.busy), Number(values.rounds)]
  if (!Number.isInteger(busy) || busy < 0 || !Number.isInteger(rounds) || rounds < 1) throw new Error(USAGE)
  return { busy, rounds }
}

const median = (values: number[]) => values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)]!
const worst = (values: number[]) => Math.max(...values)

async function main() {
  const { busy, rounds } = readOptions()
  const product = await startProduct()
  const plain = await startPlainPage()
  const browser = await openBrowser(packagedChromium())
  const pages = { 'bare page': plain.url, ...Object.fromEntries(Object.entries(PAGES).map(([name, path]) => [name, product.url + path])) }
  const paints = new Map<string, { paint: number[]; shown: number[] }>(Object.keys(pages).map((name) => [name, { paint: [], shown: [] }]))
  let stopBusy = () => {}
  try {
    await browser.signIn(product)
    // Chromium keeps compiled scripts after a file was used a few times.
    for (let round = 0; round < 4; round++) for (const url of Object.values(pages)) await browser.open(url)
    stopBusy = keepBusy(busy)
    // In turn, so that changes of the machine's speed affect all equally.
    for (let round = 0; round < rounds; round++)
      for (const [name, url] of Object.entries(pages)) {
        const { paint, shown } = await browser.open(url)
        paints.get(name)!.paint.push(paint)
        paints.get(name)!.shown.push(shown)
      }
  } finally {
    stopBusy()
    await browser.close()
    plain.close()
    await product.stop()
  }
  const bare = median(paints.get('bare page')!.paint)
  console.log(`From the browser's cache, ${busy} busy processes beside it, median of ${rounds}:`)
  console.log('| page | first paint, ms | slowest | × bare page | title shown, ms |\n|---|--:|--:|--:|--:|')
  for (const [name, { paint, shown }] of paints)
    console.log(`| ${name} | ${median(paint).toFixed(0)} | ${worst(paint).toFixed(0)} | ${(median(paint) / bare).toFixed(1)} | ${median(shown).toFixed(0)} |`)
  console.log(`Target: a first paint below ${TARGET_MS} ms with two busy processes on two cores.`)
}

await main().catch((error: Error) => {
  console.error(error.message)
  process.exitCode = 1
})
