import { Argument, type Command } from 'commander'
import { contextOf } from '../context.ts'

const SHELLS = ['bash', 'zsh', 'fish'] as const

export function registerCompletion(program: Command): void {
  const completion = program
    .command('completion')
    .summary('Print a shell completion script')
    .description('Print a script that lets your shell complete commands, options and values.')
    .addArgument(new Argument('<shell>').choices(SHELLS))
    .addHelpText(
      'after',
      '\nExample:\n  $ callwright completion bash >> ~/.bashrc\n  $ callwright completion fish > ~/.config/fish/completions/callwright.fish',
    )
    .action(async (shell: (typeof SHELLS)[number]) => {
      const { buildCompletion } = await import('../completion.ts')
      await contextOf(completion).output.write(buildCompletion(shell, program))
    })
}
