import { type FieldNode, Kind, type OperationDefinitionNode, validate } from 'graphql'
import { describe, expect, test } from 'vitest'
import { routeTable } from '../../src/rest/routeTable.ts'
import type { Route } from '../../src/rest/route.ts'
import { isKeyScope, keyScopeOf } from '../../src/kernel/vocabulary/scopes.ts'
import { scopesOf } from '../../src/schema/base/builder.ts'
import { schema } from '../../src/schema/index.ts'
import { LATER, SPECIFIED } from './endpoints.ts'

const nameOf = ({ method, path }: Pick<Route, 'method' | 'path'>) => `${method} ${path}`
const rows = new Map(routeTable.map((row) => [nameOf(row), row]))

describe('the specification', () => {
  test.each(SPECIFIED.map(([method, path, ...facts]) => [`${method} ${path}`, facts] as const))(
    '%s has a matching route, or is listed as missing',
    (name, [scope, status, idempotent]) => {
      const row = rows.get(name)
      expect({ hasRow: row !== undefined, later: LATER.has(name) }, 'exactly one of both').toEqual({ hasRow: !LATER.has(name), later: row === undefined })
      if (row) expect([row.scope, row.status, row.idempotent ?? false]).toEqual([scope, status, idempotent === 'idempotent'])
    },
  )

  test('every other route is marked as an extension, and none is there twice', () => {
    const specified = SPECIFIED.map(([method, path]) => `${method} ${path}`)
    expect(routeTable.filter((row) => !specified.includes(nameOf(row)) && !row.extension).map(nameOf)).toEqual([])
    expect(routeTable.filter((row) => row.extension && specified.includes(nameOf(row))).map(nameOf)).toEqual([])
    expect(rows.size).toBe(routeTable.length)
    expect([...LATER].filter((name) => !specified.includes(name))).toEqual([])
  })
})

describe.each(routeTable.map((row) => [nameOf(row), row] as const))('%s', (_name, row) => {
  const operation = row.document.definitions.find((node): node is OperationDefinitionNode => node.kind === Kind.OPERATION_DEFINITION)!
  const roots = operation.selectionSet.selections.filter((node): node is FieldNode => node.kind === Kind.FIELD)

  test('has a valid document with one root field', () => {
    expect(validate(schema, row.document)).toEqual([])
    expect(operation.selectionSet.selections).toHaveLength(1)
    expect(roots).toHaveLength(1)
    expect(operation.operation).toBe(row.method === 'GET' ? 'query' : 'mutation')
  })

  test('has the scope that its root field requires', () => {
    const type = operation.operation === 'query' ? schema.getQueryType()! : schema.getMutationType()!
    const { scope } = scopesOf(type.getFields()[roots[0]!.name.value]!.extensions)!
    expect(keyScopeOf(scope!)).toBe(row.scope)
    expect(isKeyScope(row.scope)).toBe(true)
  })

  test('uses every parameter of its path, and no undeclared variable', () => {
    const names = [...row.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)
    expect(Object.keys(row.params?.shape ?? {})).toEqual(names)
    const variables = row.variables({ params: Object.fromEntries(names.map((name) => [name, `value of ${name}`])), query: {}, body: {} })
    for (const name of names) expect(Object.values(variables)).toContain(`value of ${name}`)
    expect((operation.variableDefinitions ?? []).map(({ variable }) => variable.name.value)).toEqual(expect.arrayContaining(Object.keys(variables)))
  })

  test('returns no body exactly for the statuses without one', () => {
    expect(row.reply.shape === 'none').toBe(row.status === 204)
    if (row.reply.key) expect(roots[0]!.alias?.value ?? roots[0]!.name.value).toBe(row.reply.key)
  })
})

test('a literal path comes before one whose parameter would match it', () => {
  const paths = [...new Set(routeTable.map(({ path }) => path))]
  for (const [at, path] of paths.entries()) {
    const pattern = new RegExp(`^${path.replace(/\{\w+\}/g, '[^/{}]+')}$`)
    expect(paths.slice(at + 1).filter((later) => pattern.test(later))).toEqual([])
  }
})

test('tool names are unique', () => {
  expect(new Set(routeTable.map(({ tool }) => tool)).size).toBe(routeTable.length)
})

test('every root field of the schema declares its permissions', () => {
  const types = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()]
  const silent = types.flatMap((type) =>
    Object.values(type?.getFields() ?? {})
      .filter(({ extensions }) => {
        const scopes = scopesOf(extensions)
        return !scopes?.scope && !scopes?.person && !scopes?.public
      })
      .map(({ name }) => `${type!.name}.${name}`),
  )
  expect(silent).toEqual([])
})
