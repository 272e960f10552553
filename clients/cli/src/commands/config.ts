import type { Command } from 'commander'
import { contextOf } from '../context.ts'
import { EXIT, Failure } from '../errors.ts'
import { changeProfiles, credentialsPath, readProfiles } from '../profiles.ts'
import { profileName, resolveSession } from '../settings.ts'

export function registerConfig(program: Command): void {
  const profiles = program
    .command('profiles')
    .summary('Manage saved logins')
    .description('Manage saved logins. Each profile is a login to a server and a workspace.')
  const list = profiles
    .command('list', { isDefault: true })
    .description('List profiles')
    .action(async () => {
      const { current, profiles: savedProfiles } = readProfiles()
      const items = Object.entries(savedProfiles).map(([name, { token: _token, ...profile }]) => ({ name, is_current: name === current, ...profile }))
      await contextOf(list).output.page({ items }, ['name', 'is_current', 'base_url', 'workspace_name'])
    })
  const use = profiles
    .command('use')
    .argument('<name>')
    .description('Set the default profile')
    .addHelpText('after', '\nExample:\n  $ callwright profiles use staging')
    .action(async (name: string) => {
      if (!readProfiles().profiles[name]) throw new Failure(EXIT.notFound, `Not logged in (profile "${name}")`)
      await changeProfiles((all) => ({ ...all, current: name }))
      const { output } = contextOf(use)
      await (output.json ? output.object({ current: name }) : output.note(`Default profile: ${name}`))
    })
  const config = program
    .command('config')
    .description('Show the current server, profile and token source')
    .action(async () => {
      const { globals, output } = contextOf(config)
      const { baseUrl, token, source, profile } = resolveSession(globals)
      await output.object({
        profile: profileName(globals) ?? profile,
        base_url: baseUrl,
        token: `${token.slice(0, 4)}…${token.slice(-4)}`,
        token_from: source,
        file: credentialsPath(),
      })
    })
}
