import { cacheExchange } from '@urql/exchange-graphcache'
import { type FieldNode, type OperationDefinitionNode, parse, type SelectionSetNode } from 'graphql'
import { readFileSync } from 'node:fs'
import { Client, type Exchange, type Operation } from 'urql'
import { expect, test } from 'vitest'
import { map, pipe, subscribe, tap } from 'wonka'

const source = parse(readFileSync('web/src/pages/calls/Calls.graphql', 'utf8'))
/** As in the dashboard, an object without an ID is a part of its parent. */
const keyById = ({ id }: { id?: unknown }) => (id as string | undefined) ?? null

const [calls] = source.definitions as OperationDefinitionNode[]
const query = { ...source, definitions: [calls!] }

/** Answers a selection with objects that have a type each, and a row with the same agent and campaign as the others. */
const answer = ({ selections }: SelectionSetNode, row: string, type: string): object =>
  Object.fromEntries([
    ['__typename', type],
    ...(selections as FieldNode[]).map(({ name, selectionSet }) => {
      const value = name.value === 'id' ? (type === 'agent' || type === 'campaign' ? `the same ${type}` : row) : name.value === 'endCursor' ? row : name.value
      return [name.value, selectionSet ? (name.value === 'nodes' ? [answer(selectionSet, row, 'nodes')] : answer(selectionSet, row, name.value)) : value]
    }),
  ])

test('a page of calls that loads does not have the cache read the pages before it again', () => {
  const operations: Operation[] = []
  const count: Exchange =
    ({ forward }) =>
    (sent) =>
      forward(
        pipe(
          sent,
          tap((operation) => operations.push(operation)),
        ),
      )
  const server: Exchange = () => (sent) =>
    pipe(
      sent,
      map((operation) => ({
        operation,
        data: answer(calls!.selectionSet, String(operation.variables?.after), 'Query'),
        stale: false,
        hasNext: false,
      })),
    )
  const client = new Client({
    url: '/',
    preferGetMethod: false,
    exchanges: [count, cacheExchange({ keys: { calls: () => null, pageInfo: () => null, agent: keyById, campaign: keyById } }), server],
  })
  const rows: unknown[] = []
  for (const after of ['1', '2', '3'])
    pipe(
      client.query(query, { after, withFields: false, withAnswers: false }),
      subscribe(({ data }) => rows.push(data?.calls.nodes[0].id)),
    )
  expect(rows).toEqual(['1', '2', '3'])
  expect(operations.map(({ variables }) => variables?.after)).toEqual(['1', '2', '3'])
})
