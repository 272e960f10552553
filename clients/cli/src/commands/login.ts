import { text } from 'node:stream/consumers'
import type { Command } from 'commander'
import { ask } from '../api.ts'
import { canAsk, question } from '../confirm.ts'
import { type Context, contextOf } from '../context.ts'
import { EXIT, Failure, usage } from '../errors.ts'
import { changeProfiles, credentialsPath, readProfiles } from '../profiles.ts'
import { addressOf, DEFAULT_BASE_URL, profileName, tokenOf } from '../settings.ts'

interface Options {
  token?: string
  withToken?: boolean
}

export function registerLogin(program: Command): void {
  const login = program
    .command('login')
    .summary('keeps a token of the dashboard for this computer')
    .description('Keeps a token that the dashboard made for you (Keys and apps, CLI tokens). It is tried first, then kept in a file that only you can read.')
    .option('--with-token', 'read the token from stdin')
    .option('--token <token>', 'the token itself; others on this computer may see it while the command runs')
    .addHelpText('after', '\nExample:\n  $ callwright login --base-url https://calls.example.com\n  $ callwright login --with-token < token.txt')
    .action(async () => logIn(contextOf(login), login.opts()))
  const logout = program
    .command('logout')
    .summary('forgets the token')
    .description('Forgets the token of a profile. It stays valid: revoke it in the dashboard when nobody needs it.')
    .addHelpText('after', '\nExample:\n  $ callwright logout --profile staging')
    .action(async () => logOut(contextOf(logout)))
}

async function logIn(context: Context, options: Options): Promise<void> {
  const { globals, output, signal } = context
  if (!options.token && !options.withToken && !canAsk()) throw usage('Off a terminal the token comes from stdin: callwright login --with-token')
  const name = profileName(globals)
  const baseUrl = await addressFor(context, name)
  const token = tokenOf(
    options.token ?? (options.withToken ? await text(process.stdin) : await question('Token (not shown): ', signal, { isSecret: true })),
    'What was given',
  )
  const me = (await ask({ baseUrl, token, source: 'profile', profile: name }, { method: 'GET', path: '/me', signal })) as Me
  const { tenant_id: workspace_id, workspace_name } = me
  await changeProfiles(({ profiles }) => ({ current: name, profiles: { ...profiles, [name]: { base_url: baseUrl, token, workspace_id, workspace_name } } }))
  const told = { profile: name, base_url: baseUrl, workspace_id, workspace_name }
  if (output.json) return output.object(told)
  output.note(`Logged in to ${workspace_name} at ${baseUrl} as profile ${name}. The token is kept in ${credentialsPath()}`)
}

interface Me {
  tenant_id: number
  workspace_name: string
}

async function addressFor({ globals, signal }: Context, profile: string): Promise<string> {
  const known = readProfiles().profiles[profile]?.base_url ?? DEFAULT_BASE_URL
  const named = globals.baseUrl ?? (process.env.CALLWRIGHT_BASE_URL || undefined)
  if (named !== undefined || !canAsk()) return addressOf(named ?? known)
  return addressOf((await question(`Server [${known}]: `, signal)).trim() || known)
}

async function logOut({ globals, output }: Context): Promise<void> {
  const name = profileName(globals)
  if (!readProfiles().profiles[name]) throw new Failure(EXIT.notFound, `Nobody is logged in as profile ${name}`)
  await changeProfiles(({ current, profiles: { [name]: _gone, ...others } }) => ({
    current: current === name ? (Object.keys(others)[0] ?? 'default') : current,
    profiles: others,
  }))
  if (output.json) return output.object({ profile: name, logged_out: true })
  output.note(`Logged out of profile ${name}. The token stays valid until it is revoked in the dashboard`)
}
