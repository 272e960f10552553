import { type Chromium, packagedChromium } from './chromium.ts'
import { plainError } from './plainError.ts'
import { starts } from './starts.ts'

/** A program that the tests start and that npm does not bring along. */
export interface Need {
  /** What it is called, or where it lies: one of them is enough. */
  commands: string[]
  reason: string
  /** The environment variable that names another path of it. */
  setting?: string
  /** What to install on Debian and Ubuntu, on Fedora, and with Homebrew on macOS. */
  packages: readonly [apt: string, dnf: string, brew: string]
}

const same = (name: string) => [name, name, name] as const

const BASH: Need = { commands: ['bash'], reason: 'runs the commands of the documentation', packages: same('bash') }
const CURL: Need = { commands: ['curl'], reason: 'is in the commands of the documentation', packages: same('curl') }
const TAR: Need = { commands: ['tar'], reason: 'unpacks packages', packages: same('tar') }
const PYTHON: Need = { commands: ['python3'], reason: 'runs the examples in docs/examples', packages: ['python3', 'python3', 'python'] }
const REDIS: Need = {
  commands: ['redis-server', 'valkey-server'],
  reason: 'counts for several servers together',
  setting: 'REDIS_SERVER',
  packages: ['redis-server', 'valkey', 'redis'],
}
const CHROMIUM: Need = {
  commands: ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome', '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'],
  reason: 'opens the dashboard',
  setting: 'CHROMIUM_PATH',
  packages: ['chromium', 'chromium', 'google-chrome'],
}

/** Looks for all that the tests need beyond Node, and answers the Redis server and the browser to start. Throws one message about all that is missing. */
export function lookForNeeds(settings: NodeJS.ProcessEnv = process.env): { redis: string; chromium: Chromium } {
  const packaged = settings.CHROMIUM_PATH ? null : packagedChromium()
  const needs = [BASH, CURL, TAR, PYTHON, REDIS, ...(packaged ? [] : [CHROMIUM])]
  const found = findAll(needs, settings, starts)
  return { redis: found.get(REDIS)!, chromium: packaged ?? { executablePath: found.get(CHROMIUM)!, env: {} } }
}

/** Which command serves each need: the one that its setting names, else the first that starts. Throws one message about all that none serves. */
export function findAll(needs: Need[], settings: NodeJS.ProcessEnv, isThere: (command: string) => boolean): Map<Need, string> {
  const found = new Map<Need, string>()
  for (const need of needs) {
    const named = need.setting && settings[need.setting]
    const command = (named ? [named] : need.commands).find(isThere)
    if (command) found.set(need, command)
  }
  const missing = needs.filter((need) => !found.has(need))
  if (missing.length > 0) throw plainError(complaint(missing, settings))
  return found
}

function complaint(missing: Need[], settings: NodeJS.ProcessEnv): string {
  const lines = missing.map(({ commands, reason, setting }) => {
    const named = setting && settings[setting]
    if (named) return `- ${setting} names ${named}, which does not start; it ${reason}`
    return `- ${commands.join(' or ')}, which ${reason}${setting ? `; ${setting} may name its path` : ''}`
  })
  const [apt, dnf, brew] = [0, 1, 2].map((at) => missing.map(({ packages }) => packages[at]).join(' '))
  return [
    'The tests need programs that are not here, or do not start:',
    ...lines,
    'Install them:',
    `  apt-get install ${apt}    on Debian and Ubuntu`,
    `  dnf install ${dnf}    on Fedora`,
    `  brew install ${brew}    on macOS`,
  ].join('\n')
}
