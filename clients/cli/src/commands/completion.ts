import { Argument, type Command } from 'commander'
import { contextOf } from '../context.ts'

const SHELLS = ['bash', 'zsh', 'fish'] as const

export function registerCompletion(program: Command): void {
  const completion = program
    .command('completion')
    .summary('a script with which a shell completes words')
    .description('Prints a script with which a shell completes commands, switches and their values.')
    .addArgument(new Argument('<shell>').choices(SHELLS))
    .addHelpText(
      'after',
      '\nExample:\n  $ callwright completion bash >> ~/.bashrc\n  $ callwright completion fish > ~/.config/fish/completions/callwright.fish',
    )
    .action(async (shell: (typeof SHELLS)[number]) => {
      const { completionFor } = await import('../completion.ts')
      await contextOf(completion).output.write(completionFor(shell, program))
    })
}
