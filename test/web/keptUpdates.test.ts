import { setImmediate as settle } from 'node:timers/promises'
import { cacheExchange } from '@urql/exchange-graphcache'
import { Client, createRequest, type Exchange, gql, type Operation, type OperationResult } from 'urql'
import { expect, test } from 'vitest'
import { filter, makeSubject, merge, pipe, subscribe, tap } from 'wonka'
import { keepUpdates } from '../../web/src/api/keptUpdates.ts'

const IMPORT = gql`
  query Import {
    leadImport {
      __typename
      id
      status
    }
  }
`
const IMPORTS = gql`
  query Imports {
    leadImports {
      __typename
      id
      status
    }
  }
`
const UPDATES = gql`
  subscription Updates {
    leadImportUpdated {
      __typename
      id
      status
    }
  }
`
const leadImport = (status: string) => ({ __typename: 'LeadImport', id: '7', status })

/** A client with the dashboard's cache, whose server sends what a test tells it to. */
function openClient() {
  const { source: results, next } = makeSubject<OperationResult>()
  const sent: Operation[] = []
  const server: Exchange = () => (operations) => {
    const unanswered = pipe(
      operations,
      tap((operation) => void sent.push(operation)),
      filter(() => false),
    )
    return merge([results, unanswered as never])
  }
  const client = new Client({ url: 'http://localhost/graphql', preferGetMethod: false, exchanges: [cacheExchange({}), keepUpdates, server] })
  const start = (kind: 'query' | 'subscription', document: typeof IMPORT) => {
    let data: unknown
    const operation = client.createRequestOperation(kind, createRequest(document, {}), { requestPolicy: 'network-only' })
    pipe(
      client.executeRequestOperation(operation),
      subscribe((result) => (data = result.data)),
    )
    return { shown: () => data }
  }
  const send = (name: string, data: object) => {
    const operation = sent.findLast(({ query }) => JSON.stringify(query.definitions).includes(`"value":"${name}"`))!
    next({ operation, data, stale: false, hasNext: operation.kind === 'subscription' })
  }
  return { start, send }
}

test('an object that a subscription has updated does not go back to what a slower response says of it', async () => {
  const { start, send } = openClient()
  const { shown } = start('query', IMPORT)
  send('Import', { leadImport: leadImport('running') })
  start('subscription', UPDATES)
  start('query', IMPORTS)
  send('Updates', { leadImportUpdated: leadImport('completed') })
  send('Imports', { leadImports: [leadImport('running')] })
  await settle()
  expect(shown()).toEqual({ leadImport: leadImport('completed') })
})

test('what a later response says of an object replaces what a subscription said before its request', async () => {
  const { start, send } = openClient()
  const { shown } = start('query', IMPORT)
  send('Import', { leadImport: leadImport('running') })
  start('subscription', UPDATES)
  send('Updates', { leadImportUpdated: leadImport('completed') })
  start('query', IMPORTS)
  send('Imports', { leadImports: [leadImport('reverted')] })
  await settle()
  expect(shown()).toEqual({ leadImport: leadImport('reverted') })
})
