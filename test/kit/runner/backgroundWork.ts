import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vitest/config'

/** They run jobs and loops. */
const RUNNERS = ['src/jobs/worker.ts', 'src/services/dialer/dialer.ts']

/** Makes the functions of jobs and loops the work of a server, also if a test calls them. */
export function markBackgroundWork(): Plugin {
  const root = process.cwd()
  const functions = new Map<string, string[]>()
  for (const runner of RUNNERS) for (const [path, names] of listCalledFunctions(runner)) functions.set(join(root, path), names)
  const asServer = join(root, 'test/kit/server/serverWork.ts')
  return {
    name: 'markBackgroundWork',
    enforce: 'pre',
    transform: (code, id) => markFunctions(code, functions.get(id) ?? [], asServer),
    // Vitest keeps transformed modules, by their own text and by this.
    configureVitest: ({ experimental_defineCacheKeyGenerator: define }) => define(({ id }) => functions.get(id)?.join()),
  }
}

/** Returns the functions of other modules that a module calls or passes on, by the path of the module that has them. */
function listCalledFunctions(path: string): [string, string[]][] {
  const text = readFileSync(path, 'utf8')
  const body = text.replaceAll(/^import .*/gm, '')
  return [...text.matchAll(/^import \* as (\w+) from '(\.[^']+)'/gm)].map(([, module, from]) => {
    const uses = body.matchAll(new RegExp(`(?<![\\w'])${module}\\.(\\w+)\\b(?!\\.)`, 'g'))
    return [join(dirname(path), from!), [...new Set([...uses].map(([, name]) => name!))]]
  })
}

/** Wraps exported functions of a module. Throws if it does not find one. */
export function markFunctions(code: string, names: readonly string[], path: string): string | undefined {
  if (names.length === 0) return undefined
  let marked = code
  for (const name of names) {
    if (!new RegExp(`^export (?:(?:async )?function|const) ${name}\\b`, 'm').test(code)) throw new Error(`${name} is not exported as a function or constant`)
    marked = marked.replace(new RegExp(`^export const ${name}\\b`, 'm'), `export let ${name}`)
  }
  const wraps = names.map((name) => `${name} = asServerWork(${name})`)
  return `${marked}
import { asServer as runAsServer } from ${JSON.stringify(path)}
function asServerWork(work) { return (...args) => runAsServer(() => work(...args)) }
${wraps.join('\n')}
`
}
