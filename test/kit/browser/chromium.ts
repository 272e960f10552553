import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { canStart } from '../runner/programCheck.ts'

/** A browser, and the environment variables it needs in addition. */
export interface Chromium {
  executablePath: string
  env: Record<string, string>
}

const PACKAGE = resolve(createRequire(import.meta.url).resolve('@sparticuz/chromium'), '../..')
const CACHE = join(PACKAGE, '../../.cache')

/**
 * The Chromium from `npm ci`, with its own fonts, so that pages look the same on every machine. `null` if it doesn't start, because it is built for Linux on
 * x64.
 */
export function packagedChromium(): Chromium | null {
  if (process.platform !== 'linux' || process.arch !== 'x64') return null
  const folder = unpackOnce()
  const executablePath = join(folder, 'chromium')
  const fonts = { FONTCONFIG_FILE: join(folder, 'fonts.conf') }
  const libraries = { LD_LIBRARY_PATH: join(folder, 'lib') }
  const env = [fonts, { ...fonts, ...libraries }].find((candidate) => canStart(executablePath, candidate))
  return env ? { executablePath, env } : null
}

/**
 * Unpacks the browser once for each version. The folder gets its final name when it is complete, because several processes may unpack it at the same time.
 */
function unpackOnce(): string {
  const { version } = JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8')) as { version: string }
  const folder = join(CACHE, `chromium-${version}`)
  if (existsSync(folder)) return folder
  const partialFolder = `${folder}.${process.pid}`
  mkdirSync(partialFolder, { recursive: true })
  writeFileSync(join(partialFolder, 'chromium'), unpack('chromium.br'), { mode: 0o755 })
  for (const archive of ['al2023.tar.br', 'fonts.tar.br']) untar(unpack(archive), partialFolder)
  writeFileSync(join(partialFolder, 'fonts.conf'), fontsIn(folder))
  try {
    renameSync(partialFolder, folder)
  } catch (error) {
    rmSync(partialFolder, { recursive: true })
    if (!existsSync(folder)) throw error
  }
  return folder
}

const unpack = (name: string) => brotliDecompressSync(readFileSync(join(PACKAGE, 'bin', name)))

function untar(input: Buffer, folder: string) {
  const { status, stderr } = spawnSync('tar', ['-x', '-f', '-', '--no-same-owner', '-C', folder], { input, encoding: 'utf8' })
  if (status !== 0) throw new Error(`The browser of the tests cannot be unpacked: ${stderr}`)
}

const fontsIn = (folder: string) => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${join(folder, 'fonts')}</dir>
  <cachedir>${join(folder, 'fonts-cache')}</cachedir>
</fontconfig>
`
