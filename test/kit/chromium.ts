import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const PLACES = [
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

const found = () => PLACES.find((path) => path && existsSync(path))

/** Where a Chromium is. Debian's is installed where there is none and we may; else the tests that need one say what to do. */
export function findChromium(): string {
  const path = found() ?? (install(), found())
  if (!path) throw new Error('These tests need Chromium: install it, or name it in CHROMIUM_PATH')
  return path
}

function install() {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  process.stderr.write('Installing Chromium …\n')
  spawnSync('apt-get', ['update', '-qq'], { stdio: 'ignore' })
  spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium', 'fonts-liberation'], { stdio: 'ignore', timeout: 300_000 })
}
