import type { Command } from 'commander'
import { usage } from '../errors.ts'

/**
 * Adds the commands of the package that contains the server, so that its help and completion list them. The package runs them before
 * this program loads, so only other uses of their names arrive here.
 */
export function registerServer(root: Command): void {
  root
    .command('serve')
    .description('Start the server, with its data in the folder .data (default command)')
    .addHelpText('after', '\nSettings come from the environment and from the file .env in the current folder, such as PORT and DATA_DIR.')
    .action(() => {
      throw usage('serve has no arguments or options. Settings come from the environment and the file .env')
    })
  const programs = {
    admin: "Run a server administrator's command, such as backup, restore or doctor (see callwright admin --help)",
    smoke: 'Test the API key of a voice provider (see callwright smoke --help)',
  }
  for (const [name, description] of Object.entries(programs))
    root
      .command(name)
      .description(description)
      .action(() => {
        throw usage(`${name} must be the first word, as in callwright ${name} --help`)
      })
}
