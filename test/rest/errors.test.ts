import { GraphQLError } from 'graphql'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { anyWorkspace, pool } from '../../src/kernel/db/db.ts'
import { DomainError, type ErrorCode, HTTP_STATUS } from '../../src/kernel/vocabulary/errors.ts'
import { toFailure } from '../../src/rest/errors.ts'
import { useDatabase } from '../kit/server/database.ts'

useDatabase()

const thrown = (work: Promise<unknown>) =>
  work.then(
    () => {
      throw new Error('it went well')
    },
    (error: unknown) => error,
  )

describe('the response to a failure', () => {
  test.each(Object.entries(HTTP_STATUS) as [ErrorCode, number][])('%s returns %i with its detail', (code, status) => {
    expect(toFailure(new DomainError(code, 'why'))).toEqual({ status, detail: 'why' })
  })

  test('is the same when GraphQL has wrapped the error', () => {
    expect(toFailure(new GraphQLError('x', { originalError: new GraphQLError('y', { originalError: new DomainError('CONFLICT', 'why') }) }))).toEqual({
      status: 409,
      detail: 'why',
    })
  })

  test.each([
    ['an internal error', new Error('password=1')],
    ['text', 'password=1'],
    ['nothing', undefined],
    ['a GraphQL error', new GraphQLError('password=1')],
  ])("doesn't reveal an unexpected error: %s", (_name, error) => {
    expect(toFailure(error)).toEqual({ status: 500, detail: 'Internal server error' })
  })

  test("a value that PostgreSQL can't store returns 422 from every path", async () => {
    const nul = 'a\u0000b'
    const errors = await Promise.all([
      thrown(pool.query('select $1::text', [nul])),
      thrown(pool.query('select $1::int', ['99999999999'])),
      thrown(anyWorkspace.workspace.create({ data: { name: nul, plan: 'free' } })),
      thrown(anyWorkspace.workspace.findMany({ where: { name: nul } })),
      thrown(anyWorkspace.$queryRaw`select ${nul}::text`),
      thrown(anyWorkspace.workspace.findMany({ where: { id: 99_999_999_999 } })),
    ])
    expect(errors[0]).toBeInstanceOf(pg.DatabaseError)
    expect(errors.map((error) => toFailure(error).status)).toEqual(errors.map(() => 422))
  })

  test('a lost database connection returns 503 with a request to retry, and the next request succeeds', async () => {
    const errors = [
      await thrown(pool.query('select pg_terminate_backend(pg_backend_pid())')),
      await thrown(anyWorkspace.$queryRaw`select pg_terminate_backend(pg_backend_pid())`),
    ]
    expect(errors.map((error) => toFailure(error).status)).toEqual([503, 503])
    expect(await anyWorkspace.workspace.count()).toBe(0)
  })

  test('other database errors return 500', async () => {
    expect(toFailure(await thrown(pool.query('select * from nowhere'))).status).toBe(500)
    expect(toFailure(await thrown(anyWorkspace.$queryRaw`select * from nowhere`)).status).toBe(500)
  })
})
