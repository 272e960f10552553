import { randomUUID } from 'node:crypto'
import type { Command } from 'commander'
import { confirmed } from '../confirm.ts'
import { type Context, contextOf } from '../context.ts'
import { usage } from '../errors.ts'
import { addFields, plain, valuesOf } from '../fields.ts'
import { examplesOf } from '../help.ts'
import { addFileOptions, takesFile } from '../leadOptions.ts'
import type { Options as FileOptions } from '../leads.ts'
import type { Operation } from '../manifest.ts'
import { allPages } from '../pages.ts'

type Given = Record<string, unknown>

/** A command for every operation of the API, below the command of its noun. */
export function registerOperations(program: Command, operations: readonly Operation[]): void {
  for (const operation of operations) {
    const words = operation.command.split(' ')
    const verb = words.pop()!
    addOperation(nounOf(program, words), verb, operation)
  }
}

const nounOf = (program: Command, words: readonly string[]) => words.reduce((parent, word) => find(parent, word) ?? parent.command(word), program)
const find = (parent: Command, word: string) => parent.commands.find((command) => command.name() === word)

/** The command of those words. */
export function commandOf(program: Command, words: string): Command {
  const found = words.split(' ').reduce<Command | undefined>((parent, word) => parent && find(parent, word), program)
  if (!found) throw new Error(`there is no command ${words}`)
  return found
}

function addOperation(parent: Command, verb: string, operation: Operation): void {
  const { summary, about, scope, params, answers } = operation
  const command = parent
    .command(verb)
    .summary(plain(summary))
    .description(
      [summary, about, `Needs the scope ${scope}.`]
        .filter(Boolean)
        .map((text) => plain(text!))
        .join('\n\n'),
    )
  for (const name of Object.keys(params)) command.argument(`<${name}>`)
  addFields(command, operation)
  if (takesFile(operation)) addFileOptions(command)
  if (answers === 'page') command.option('--all', 'every page, one after another')
  if (answers === 'file') command.option('-o, --output <file>', 'where to save it; stdout when absent')
  command.addHelpText('after', () => examplesOf(operation))
  command.action(async (...args: unknown[]) => {
    const ids = args.slice(0, Object.keys(params).length) as string[]
    await run(contextOf(command), operation, pathOf(operation, ids), command.opts())
  })
}

/** The path with those values in it. */
export function pathOf({ path, params }: Operation, ids: readonly string[]): string {
  const values = Object.fromEntries(Object.keys(params).map((name, at) => [name, ids[at]!]))
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name]!))
}

async function run(context: Context, operation: Operation, path: string, options: Given): Promise<void> {
  const { method, answers, columns, idempotent, confirm, summary } = operation
  const { output, globals } = context
  const { query, body } = await valuesOf(operation, options)
  if (globals.idempotencyKey && !idempotent) throw usage('This command takes no idempotency key: a second time it would be done again')
  const request = { method, path, query, body, ...(idempotent ? { idempotencyKey: globals.idempotencyKey ?? randomUUID() } : {}) }
  if (takesFile(operation) && options.file !== undefined)
    return (await import('../leads.ts')).sendFile(context, operation, path, body ?? {}, options as unknown as FileOptions)
  if (answers === 'file') return (await import('../downloads.ts')).download(context, request, options.output as string | undefined)
  if (answers === 'page' && options.all) return allPages(context, request, columns)
  if (confirm && !(confirm.unless && body?.[confirm.unless])) await confirmed(context, `${plain(summary)} (${path})`)
  const answer = await context.ask(request)
  if (answers === 'none') return output.json ? output.object({ deleted: true }) : output.note('Done.')
  if (answers === 'object') return output.object(answer as object)
  const page = answer as { items: object[]; next_cursor: string | null }
  await output.page(page, columns)
  if (page.items.length === 0) output.note('There is nothing.')
  if (page.next_cursor !== null) output.note(`There is more: --cursor ${page.next_cursor}, or --all`)
}
