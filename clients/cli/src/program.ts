import { Command, Option } from 'commander'
import { registerCompletion } from './commands/completion.ts'
import { registerConfig } from './commands/config.ts'
import { registerLive } from './commands/live.ts'
import { registerLogin } from './commands/login.ts'
import { commandOf, registerOperations } from './commands/operations.ts'
import { outputFor } from './context.ts'
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

const NOUNS = {
  agents: 'What speaks: made here, published, then able to call',
  campaigns: 'Leads, an agent and a schedule, run together',
  leads: 'Whom a campaign calls',
  results: 'What came of the calls of a campaign',
  calls: 'Calls, one at a time',
  sms: 'Text messages',
  numbers: 'Phone numbers of your carriers',
  carriers: 'Your accounts at carriers',
  billing: 'Minutes, the wallet, and every movement of it',
  analytics: 'Figures of a period',
  reports: 'Files of calls, results, leads and more',
  dnc: 'Numbers that are never called or texted',
  webhooks: 'Where events are sent',
}

/** All commands. Errors are thrown, and written by nobody but \`main\`. */
export function program(): Command {
  const { version, operations } = readManifest()
  const root: Command = new Command('callwright')
    .description('Callwright on the command line: agents, campaigns, leads, calls and webhooks')
    .version(`callwright ${version}`, '-V, --version', 'the version of this program')
    .helpOption('-h, --help', 'what there is to say of a command')
    .helpCommand('help [command]', 'the same')
    .exitOverride()
    // A program that reads errors is told one thing only.
    .configureOutput({
      outputError: () => {},
      writeErr: (text) => {
        if (!outputFor(root.opts()).json) process.stderr.write(text)
      },
    })
    .configureHelp({ showGlobalOptions: true, optionDescription })
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
  registerLive(root)
  registerConfig(root)
  registerCompletion(root)
  for (const [noun, about] of Object.entries(NOUNS)) commandOf(root, noun).description(about)
  return root
}

/** The choices of a switch are named once. */
function optionDescription({ description, argChoices }: Option): string {
  const isSaid = argChoices?.every((choice) => description.includes(choice)) ?? true
  return isSaid ? description : `${description} (${argChoices!.join(', ')})`
}
