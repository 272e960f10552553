import { randomUUID } from 'node:crypto'
import type { Command } from 'commander'
import { requireConfirmation } from '../confirm.ts'
import { type Context, contextOf } from '../context.ts'
import { usage } from '../errors.ts'
import { addFields, stripMarkdown, readValues } from '../fields.ts'
import { buildExample } from '../help.ts'
import { addFileOptions, takesFile } from '../leadOptions.ts'
import type { Options as FileOptions } from '../leads.ts'
import type { Operation } from '../manifest.ts'
import { printAllPages } from '../pages.ts'

type OptionValues = Record<string, unknown>

/** Registers a command for every API operation, below the command of its resource. */
export function registerOperations(program: Command, operations: readonly Operation[]): void {
  for (const operation of operations) {
    const words = operation.command.split(' ')
    const verb = words.pop()!
    addOperation(nounOf(program, words), verb, operation)
  }
}

const nounOf = (program: Command, words: readonly string[]) => words.reduce((parent, word) => find(parent, word) ?? parent.command(word), program)
const find = (parent: Command, word: string) => parent.commands.find((command) => command.name() === word)

/** Returns the command at these words. Throws if there is none. */
export function commandOf(program: Command, words: string): Command {
  const command = words.split(' ').reduce<Command | undefined>((parent, word) => parent && find(parent, word), program)
  if (!command) throw new Error(`there is no command ${words}`)
  return command
}

function addOperation(parent: Command, verb: string, operation: Operation): void {
  const { summary, about, scope, params, answers } = operation
  const command = parent
    .command(verb)
    .summary(stripMarkdown(summary))
    .description(
      [summary, about, `Requires the scope ${scope}.`]
        .filter(Boolean)
        .map((text) => stripMarkdown(text!))
        .join('\n\n'),
    )
  for (const name of Object.keys(params)) command.argument(`<${name}>`)
  addFields(command, operation)
  if (takesFile(operation)) addFileOptions(command)
  if (answers === 'page') command.option('--all', 'fetch all pages')
  if (answers === 'file') command.option('-o, --output <file>', 'file to save to (default: stdout)')
  command.addHelpText('after', () => buildExample(operation))
  command.action(async (...args: unknown[]) => {
    const ids = args.slice(0, Object.keys(params).length) as string[]
    await run(contextOf(command), operation, pathOf(operation, ids), command.opts())
  })
}

/** Returns the operation's path with the parameter values filled in. */
export function pathOf({ path, params }: Operation, ids: readonly string[]): string {
  const values = Object.fromEntries(Object.keys(params).map((name, at) => [name, ids[at]!]))
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name]!))
}

async function run(context: Context, operation: Operation, path: string, options: OptionValues): Promise<void> {
  const { method, answers, columns, idempotent, confirm, summary } = operation
  const { output, globals } = context
  const { query, body } = await readValues(operation, options)
  if (globals.idempotencyKey && !idempotent) throw usage('This command does not support --idempotency-key. Repeating it runs it again.')
  const request = { method, path, query, body, ...(idempotent ? { idempotencyKey: globals.idempotencyKey ?? randomUUID() } : {}) }
  if (takesFile(operation) && options.file !== undefined)
    return (await import('../leads.ts')).sendFile(context, operation, path, body ?? {}, options as unknown as FileOptions)
  if (answers === 'file') return (await import('../downloads.ts')).download(context, request, options.output as string | undefined)
  if (answers === 'page' && options.all) return printAllPages(context, request, columns)
  if (confirm && !(confirm.unless && body?.[confirm.unless])) await requireConfirmation(context, `${stripMarkdown(summary)} (${path})`)
  const answer = await context.request(request)
  if (answers === 'none') return output.json ? output.object({ deleted: true }) : output.note('Done.')
  if (answers === 'object') return output.object(answer as object)
  const page = answer as { items: object[]; next_cursor: string | null }
  await output.page(page, columns)
  if (page.items.length === 0) output.note('No results.')
  if (page.next_cursor !== null) output.note(`More results available. Use --cursor ${page.next_cursor} or --all.`)
}
