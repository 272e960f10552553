import { text } from 'node:stream/consumers'
import type { Command } from 'commander'
import { requestJson } from '../api.ts'
import { canAsk, prompt } from '../confirm.ts'
import { type Context, contextOf } from '../context.ts'
import { EXIT, Failure, usage } from '../errors.ts'
import { changeProfiles, credentialsPath, readProfiles } from '../profiles.ts'
import { parseServerUrl, DEFAULT_BASE_URL, profileName, parseToken } from '../settings.ts'

interface Options {
  token?: string
  withToken?: boolean
}

export function registerLogin(program: Command): void {
  const login = program
    .command('login')
    .summary('Save a CLI token')
    .description('Save a CLI token. Create one in the dashboard under API access. The token is checked, then saved in a file that only you can read.')
    .option('--with-token', 'read the token from stdin')
    .option('--token <token>', 'token to save (visible to other users of this computer while the command runs)')
    .addHelpText('after', '\nExample:\n  $ callwright login --base-url https://calls.example.com\n  $ callwright login --with-token < token.txt')
    .action(async () => logIn(contextOf(login), login.opts()))
  const logout = program
    .command('logout')
    .summary('Remove the saved token')
    .description('Remove the saved token of a profile. The token stays valid. To invalidate it, revoke it in the dashboard.')
    .addHelpText('after', '\nExample:\n  $ callwright logout --profile staging')
    .action(async () => logOut(contextOf(logout)))
}

async function logIn(context: Context, options: Options): Promise<void> {
  const { globals, output, signal } = context
  if (!options.token && !options.withToken && !canAsk()) throw usage('This is not a terminal. Send the token on stdin: callwright login --with-token')
  const name = profileName(globals)
  const baseUrl = await chooseServerUrl(context, name)
  const token = parseToken(
    options.token ?? (options.withToken ? await text(process.stdin) : await prompt('Token (hidden): ', signal, { isSecret: true })),
    'The input',
  )
  const me = (await requestJson({ baseUrl, token, source: 'profile', profile: name }, { method: 'GET', path: '/me', signal })) as Me
  const { tenant_id: workspace_id, workspace_name } = me
  await changeProfiles(({ profiles }) => ({ current: name, profiles: { ...profiles, [name]: { base_url: baseUrl, token, workspace_id, workspace_name } } }))
  const result = { profile: name, base_url: baseUrl, workspace_id, workspace_name }
  if (output.json) return output.object(result)
  output.note(`Logged in to ${workspace_name} at ${baseUrl} (profile "${name}"). The token is saved in ${credentialsPath()}`)
}

interface Me {
  tenant_id: number
  workspace_name: string
}

async function chooseServerUrl({ globals, signal }: Context, profile: string): Promise<string> {
  const savedUrl = readProfiles().profiles[profile]?.base_url ?? DEFAULT_BASE_URL
  const requestedUrl = globals.baseUrl ?? (process.env.CALLWRIGHT_BASE_URL || undefined)
  if (requestedUrl !== undefined || !canAsk()) return parseServerUrl(requestedUrl ?? savedUrl)
  return parseServerUrl((await prompt(`Server [${savedUrl}]: `, signal)).trim() || savedUrl)
}

async function logOut({ globals, output }: Context): Promise<void> {
  const name = profileName(globals)
  if (!readProfiles().profiles[name]) throw new Failure(EXIT.notFound, `Not logged in (profile "${name}")`)
  await changeProfiles(({ current, profiles: { [name]: _gone, ...others } }) => ({
    current: current === name ? (Object.keys(others)[0] ?? 'default') : current,
    profiles: others,
  }))
  if (output.json) return output.object({ profile: name, logged_out: true })
  output.note(`Logged out (profile "${name}"). The token stays valid until you revoke it in the dashboard.`)
}
