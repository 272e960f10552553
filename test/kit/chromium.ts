import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliDecompressSync } from 'node:zlib'
import { starts } from './starts.ts'

/** A browser, and what its environment needs beside that of the tests. */
export interface Chromium {
  executablePath: string
  env: Record<string, string>
}

const PACKAGE = resolve(createRequire(import.meta.url).resolve('@sparticuz/chromium'), '../..')
const CACHE = fileURLToPath(new URL('../../node_modules/.cache/', import.meta.url))

/**
 * The Chromium that came with `npm ci`, with fonts of its own, so that pages look the same on every machine. Null where it
 * does not start: it is made for Linux on x64.
 */
export function packagedChromium(): Chromium | null {
  if (process.platform !== 'linux' || process.arch !== 'x64') return null
  const folder = unpacked()
  const executablePath = join(folder, 'chromium')
  const fonts = { FONTCONFIG_FILE: join(folder, 'fonts.conf') }
  const libraries = { LD_LIBRARY_PATH: join(folder, 'lib') }
  const env = [fonts, { ...fonts, ...libraries }].find((each) => starts(executablePath, each))
  return env ? { executablePath, env } : null
}

/** The folder it lies in, unpacked once for each version. It gets its name when it is complete, for whoever unpacks it at the same time. */
function unpacked(): string {
  const { version } = JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8')) as { version: string }
  const folder = join(CACHE, `chromium-${version}`)
  if (existsSync(folder)) return folder
  const begun = `${folder}.${process.pid}`
  mkdirSync(begun, { recursive: true })
  writeFileSync(join(begun, 'chromium'), unpack('chromium.br'), { mode: 0o755 })
  for (const archive of ['al2023.tar.br', 'fonts.tar.br']) untar(unpack(archive), begun)
  writeFileSync(join(begun, 'fonts.conf'), fontsIn(folder))
  try {
    renameSync(begun, folder)
  } catch (error) {
    rmSync(begun, { recursive: true })
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
