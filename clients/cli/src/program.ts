import { Command, Option } from 'commander'
import { registerCompletion } from './commands/completion.ts'
import { registerConfig } from './commands/config.ts'
import { registerLive } from './commands/live.ts'
import { registerLogin } from './commands/login.ts'
import { commandOf, registerOperations } from './commands/operations.ts'
import { registerServer } from './commands/server.ts'
import { outputFor } from './context.ts'
import { readManifest } from './manifest.ts'

const AFTER = `
Environment:
  CALLWRIGHT_TOKEN      token to use instead of a saved login
  CALLWRIGHT_BASE_URL   URL of the server
  CALLWRIGHT_PROFILE    profile to use
  NO_COLOR              disable colors

Exit codes:
  0 success   1 failed   2 wrong usage   3 canceled   4 not logged in   5 not permitted   6 not found
  7 too many requests   8 server or provider failed   9 conflict or invalid   130 interrupted`

const NOUNS = {
  agents: 'Manage agents',
  campaigns: 'Manage campaigns',
  leads: 'Manage leads',
  results: 'View campaign results',
  calls: 'Place and view calls',
  sms: 'Send and view SMS messages',
  numbers: 'Manage phone numbers',
  carriers: 'Connect carriers',
  billing: 'View usage, wallet and transactions',
  analytics: 'View analytics',
  reports: 'Export data',
  dnc: 'Manage the do-not-call list',
  webhooks: 'Manage webhooks',
  'webhook-endpoints': 'Manage several webhook endpoints',
}

export interface ProgramOptions {
  /** Whether the server and its administrator's commands are part of the package. */
  hasServer?: boolean
}

/** Builds all commands. They throw errors; only `main` prints them. */
export function program({ hasServer = false }: ProgramOptions = {}): Command {
  const { version, operations } = readManifest()
  const root: Command = new Command('callwright')
    .description(`Callwright on the command line: ${hasServer ? 'run a server, and ' : ''}manage agents, campaigns, leads, calls and webhooks`)
    .version(`callwright ${version}`, '-V, --version', 'display the version')
    .helpOption('-h, --help', 'display help for command')
    .helpCommand('help [command]', 'Display help for a command')
    .exitOverride()
    // Error output stays a single document for programs that parse it.
    .configureOutput({
      outputError: () => {},
      writeErr: (text) => {
        if (!outputFor(root.opts()).json) process.stderr.write(text)
      },
    })
    .configureHelp({ showGlobalOptions: true, optionDescription })
    .option('--json', 'output JSON (default when not a terminal)')
    .option('-q, --quiet', 'suppress progress messages')
    .option('--no-color', 'disable colors')
    .option('--profile <name>', 'profile to use')
    .option('--base-url <url>', 'URL of the server')
    .option('-y, --yes', 'skip confirmation prompts')
    .addOption(new Option('--idempotency-key <key>', 'key that makes a request safe to repeat (default: random)'))
    .addHelpText('after', AFTER)
  if (hasServer) registerServer(root)
  registerLogin(root)
  registerOperations(root, operations)
  registerLive(root)
  registerConfig(root)
  registerCompletion(root)
  for (const [noun, about] of Object.entries(NOUNS)) commandOf(root, noun).description(about)
  return root
}

/** Lists an option's allowed values only once. */
function optionDescription({ description, argChoices }: Option): string {
  const isInDescription = argChoices?.every((choice) => description.includes(choice)) ?? true
  return isInDescription ? description : `${description} (${argChoices!.join(', ')})`
}
