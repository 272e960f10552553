import { type Chromium, packagedChromium } from '../browser/chromium.ts'
import { plainError } from './plainError.ts'
import { canStart } from './programCheck.ts'

/** A program that the tests start and npm doesn't install. */
export interface RequiredProgram {
  /** Names or paths, of which one is enough. */
  commands: string[]
  reason: string
  /** The environment variable with another path. */
  setting?: string
  /** The packages for Debian and Ubuntu, for Fedora, and for Homebrew on macOS. */
  packages: readonly [apt: string, dnf: string, brew: string]
}

const sameName = (name: string) => [name, name, name] as const

const BASH: RequiredProgram = { commands: ['bash'], reason: 'runs the commands of the documentation', packages: sameName('bash') }
const CURL: RequiredProgram = { commands: ['curl'], reason: 'runs the requests of the documentation', packages: sameName('curl') }
const TAR: RequiredProgram = { commands: ['tar'], reason: 'unpacks packages', packages: sameName('tar') }
const PYTHON: RequiredProgram = { commands: ['python3'], reason: 'runs the examples in docs/examples', packages: ['python3', 'python3', 'python'] }
const REDIS: RequiredProgram = {
  commands: ['redis-server', 'valkey-server'],
  reason: 'shares rate limits between servers',
  setting: 'REDIS_SERVER',
  packages: ['redis-server', 'valkey', 'redis'],
}
const CHROMIUM: RequiredProgram = {
  commands: ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome', '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'],
  reason: 'opens the dashboard',
  setting: 'CHROMIUM_PATH',
  packages: ['chromium', 'chromium', 'google-chrome'],
}

/** Finds the Redis server and the browser to start, and checks the other programs. Throws one message about all that are missing. */
export function findRequiredPrograms(settings: NodeJS.ProcessEnv = process.env): { redis: string; chromium: Chromium } {
  const packaged = settings.CHROMIUM_PATH ? null : packagedChromium()
  const required = [BASH, CURL, TAR, PYTHON, REDIS, ...(packaged ? [] : [CHROMIUM])]
  const programs = findPrograms(required, settings, canStart)
  return { redis: programs.get(REDIS)!, chromium: packaged ?? { executablePath: programs.get(CHROMIUM)!, env: {} } }
}

/** The command for each program: the one from its setting, or else the first that starts. Throws one message about all that are missing. */
export function findPrograms(required: RequiredProgram[], settings: NodeJS.ProcessEnv, canRun: (command: string) => boolean): Map<RequiredProgram, string> {
  const programs = new Map<RequiredProgram, string>()
  for (const program of required) {
    const configured = program.setting && settings[program.setting]
    const command = (configured ? [configured] : program.commands).find(canRun)
    if (command) programs.set(program, command)
  }
  const missing = required.filter((program) => !programs.has(program))
  if (missing.length > 0) throw plainError(missingMessage(missing, settings))
  return programs
}

function missingMessage(missing: RequiredProgram[], settings: NodeJS.ProcessEnv): string {
  const lines = missing.map(({ commands, reason, setting }) => {
    const configured = setting && settings[setting]
    if (configured) return `- ${setting} names ${configured}, which does not start; it ${reason}`
    return `- ${commands.join(' or ')}, which ${reason}${setting ? `; ${setting} may name its path` : ''}`
  })
  const [apt, dnf, brew] = [0, 1, 2].map((at) => missing.map(({ packages }) => packages[at]).join(' '))
  return [
    'The tests need these programs, which are missing or do not start:',
    ...lines,
    'Install them:',
    `  apt-get install ${apt}    on Debian and Ubuntu`,
    `  dnf install ${dnf}    on Fedora`,
    `  brew install ${brew}    on macOS`,
  ].join('\n')
}
