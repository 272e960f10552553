import { buildSchema } from 'graphql'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { STALE_LISTS } from '../../web/src/api/cachedLists.ts'

const schema = buildSchema(readFileSync('schema.graphql', 'utf8'))

test('the cache invalidates lists after mutations that the schema has', () => {
  const mutations = schema.getMutationType()!.getFields()
  expect(Object.keys(STALE_LISTS).filter((name) => !(name in mutations))).toEqual([])
})

test('the lists that the cache invalidates are queries of the schema', () => {
  const queries = schema.getQueryType()!.getFields()
  expect(
    Object.values(STALE_LISTS)
      .flat()
      .filter((name) => !(name in queries)),
  ).toEqual([])
})

/** The strings of these files that name types and fields of the schema. */
const NAMES: [file: string, pattern: RegExp, isKnown: (name: string) => boolean][] = [
  ['client.ts', /\bkeys: \{([^}]*)\}/g, (name) => schema.getType(name) !== undefined],
  ['client.ts', /Subscription: \{ (\w+):/g, (name) => name in schema.getSubscriptionType()!.getFields()],
  ['cachedMessages.ts', /(?:fieldName === |fieldsOf\(cache, )'(\w+)'/g, (name) => name in schema.getQueryType()!.getFields()],
  ['cachedMessages.ts', /`([A-Z]\w+):\$\{/g, (name) => schema.getType(name) !== undefined],
]

test.each(NAMES)('%s names only what the schema has: %s', (file, pattern, isKnown) => {
  const source = readFileSync(`web/src/api/${file}`, 'utf8')
  const names = [...source.matchAll(pattern)].flatMap(([, text]) => (text!.includes(':') ? [...text!.matchAll(/(\w+):/g)].map(([, name]) => name!) : [text!]))
  expect(names.length).toBeGreaterThan(0)
  expect(names.filter((name) => !isKnown(name))).toEqual([])
})
