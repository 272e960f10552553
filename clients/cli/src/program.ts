import { Command, Option } from 'commander'
import { registerConfig } from './commands/config.ts'
import { registerLogin } from './commands/login.ts'
import { registerOperations } from './commands/operations.ts'
import { readManifest } from './manifest.ts'

const AFTER = `
Environment:
  CALLWRIGHT_TOKEN      a token, instead of a login
  CALLWRIGHT_BASE_URL   the address of the server
  CALLWRIGHT_PROFILE    the login to use
  NO_COLOR              no colours

Exit codes:
  0 done   1 failed   2 wrong usage   3 cancelled   4 not logged in   5 not permitted   6 not found
  7 too many requests   8 server or provider failed   9 conflict or invalid   130 interrupted`

/** All commands. Errors are thrown, and written by nobody but \`main\`. */
export function program(): Command {
  const { version, operations } = readManifest()
  const root = new Command('callwright')
    .description('Callwright on the command line: agents, campaigns, leads, calls and webhooks')
    .version(`callwright ${version}`, '-V, --version', 'the version of this program')
    .helpOption('-h, --help', 'what there is to say of a command')
    .helpCommand('help [command]', 'the same')
    .exitOverride()
    .configureOutput({ outputError: () => {} })
    .configureHelp({ showGlobalOptions: true, sortSubcommands: false })
    .option('--json', 'answers and errors as JSON, as it is off a terminal')
    .option('-q, --quiet', 'no notes: answers and errors only')
    .option('--no-color', 'no colours')
    .option('--profile <name>', 'the login to use')
    .option('--base-url <url>', 'the address of the server')
    .option('-y, --yes', 'do it without asking')
    .addOption(new Option('--idempotency-key <key>', 'makes a request safe to repeat; a random one when absent'))
    .addHelpText('after', AFTER)
  registerLogin(root)
  registerOperations(root, operations)
  registerConfig(root)
  return root
}
