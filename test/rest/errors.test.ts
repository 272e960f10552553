import { GraphQLError } from 'graphql'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { anyWorkspace, pool } from '../../src/kernel/db/db.ts'
import { validationError } from '../../src/kernel/http/validation.ts'
import { conflict, DomainError, type ErrorCode, HTTP_STATUS, notFound } from '../../src/kernel/vocabulary/errors.ts'
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

describe('the reason of an error', () => {
  test('is in the extensions of GraphQL with its facts, and its sentence is the detail', () => {
    expect(conflict('too_many_exports', { limit: 3 }).extensions).toEqual({
      code: 'CONFLICT',
      detail: '3 exports are already in progress. Wait until one is done, or delete one.',
      reason: 'too_many_exports',
      details: { limit: 3 },
      http: { status: 409 },
    })
  })

  test('of an invalid field is beside the items, which REST sends as the specification states them', () => {
    const error = validationError([{ code: 'too_big', origin: 'string', maximum: 200, path: ['name'], message: '' } as never], ['body'])
    const item = { loc: ['body', 'name'], msg: 'ensure this value has at most 200 characters', type: 'value_error.str.max_length' }
    expect(toFailure(error)).toEqual({ status: 422, detail: [item] })
    expect(error.extensions).toMatchObject({
      detail: [item],
      reason: 'invalid_fields',
      details: { fields: [{ loc: item.loc, reason: item.type, details: { limit: 200 } }] },
    })
  })

  test('of a missing resource names its kind, and its sentence stays', () => {
    expect(notFound('Agent version').reason).toEqual({ reason: 'not_found', details: { resource: 'agent_version' } })
    expect(notFound('Agent version').detail).toBe('Agent version not found')
  })
})
