import type { Operation } from './manifest.ts'
import { kebab } from './text.ts'

/** Builds a working example for a command's help. */
export function buildExample({ command, params, query, body, example }: Operation): string {
  const values = { ...example.params, ...example.body }
  const ids = Object.keys(params).map((name) => quoteForShell(values[name] ?? 1))
  const flags = Object.keys({ ...query, ...body }).flatMap((name) => (values[name] === undefined || values[name] === null ? [] : [flagOf(name, values[name])]))
  return `\nExample:\n  $ ${['callwright', command, ...ids, ...flags].join(' ')}`
}

function flagOf(name: string, value: unknown): string {
  if (typeof value === 'boolean') return `--${value ? '' : 'no-'}${kebab(name)}`
  const isTexts = Array.isArray(value) && value.every((each) => typeof each === 'string')
  return isTexts ? value.map((each) => `--${kebab(name)} ${quoteForShell(each)}`).join(' ') : `--${kebab(name)} ${quoteForShell(value)}`
}

/** Quotes a value for the shell. */
function quoteForShell(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`
}
