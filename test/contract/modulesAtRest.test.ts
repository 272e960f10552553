import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

/** Large packages that a server needs for some of its work only, and loads for that. */
const ON_DEMAND = [
  '@aws-sdk/credential-provider-node',
  '@modelcontextprotocol/server',
  '@zxcvbn-ts/language-common',
  'aws4fetch',
  'ioredis',
  'nodemailer',
  'oidc-provider/lib/provider.js',
  'pdfkit',
  's3mini',
]

/** Imports and re-exports that are loaded with the module, without those of types. */
const IMPORT = /^(?:import|export)\s+(?!type\b)(?:[^'"]*?\sfrom\s+)?'([^']+)'/gm

function modulesFrom(entries: string[]): { files: Set<string>; packages: Map<string, string> } {
  const files = new Set<string>()
  const packages = new Map<string, string>()
  const waiting = [...entries]
  for (let path = waiting.pop(); path; path = waiting.pop()) {
    if (files.has(path)) continue
    files.add(path)
    for (const [, name] of readFileSync(path, 'utf8').matchAll(IMPORT)) {
      if (!name!.startsWith('.')) packages.set(name!, path)
      else if (name!.endsWith('.ts')) waiting.push(join(dirname(path), name!))
    }
  }
  return { files, packages }
}

test('a server at rest has loaded no large package that only some work needs', () => {
  const { files, packages } = modulesFrom(['src/main.ts', 'src/server.ts', 'src/demo.ts'])
  expect(files.size).toBeGreaterThan(500)
  expect(packages.has('pg')).toBe(true)
  expect(ON_DEMAND.filter((name) => packages.has(name)).map((name) => `${name} by ${packages.get(name)}`)).toEqual([])
})

test('a package is loaded on demand by a module of ours, because a bundle has no named exports of one in CommonJS', () => {
  const sources = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts') && !name.startsWith('generated'))
  const direct = sources.flatMap((name) =>
    [...readFileSync(join('src', name), 'utf8').matchAll(/\{ (?!default)[^}]*\} = await import\('([^.'][^']*)'\)/g)].map(([, id]) => `${name}: ${id}`),
  )
  expect(direct).toEqual([])
})
