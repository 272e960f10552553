import type { Environment } from './ground.ts'
import type { Shot } from './load.ts'
import { callsPage, graphqlPage, newAgent, newCall, oneCall, pothosCursor } from './shots.ts'

export const CONTENDERS = ['callwright', 'express-pg', 'fastify-pg', 'yoga-prisma', 'callwright-open'] as const
export type Contender = (typeof CONTENDERS)[number]

/** A target: the maximum server CPU per request relative to another contender. */
export interface Aim {
  to: Contender
  most: number
  text: string
}

/** A measured request and its contenders. Ratios are relative to `mark`. */
export interface Operation {
  name: string
  title: string
  /** The expected status of every response. */
  status: number
  /** Requests per round. */
  requests: number
  /** The contenders, each with a generator of random requests. */
  contenders: Partial<Record<Contender, (environment: Environment) => Shot>>
  mark: Contender
  aims: Aim[]
}

const byHand = (shot: (environment: Environment) => Shot) => ({ callwright: shot, 'express-pg': shot, 'fastify-pg': shot })

export const OPERATIONS: Operation[] = [
  {
    name: 'get-calls',
    title: 'GET /calls?limit=20',
    status: 200,
    requests: 4000,
    contenders: byHand(callsPage),
    mark: 'express-pg',
    aims: [{ to: 'express-pg', most: 0.6, text: 'a page of calls costs at most 0.6 of express-pg' }],
  },
  {
    name: 'get-call',
    title: 'GET /calls/{call_id}',
    status: 200,
    requests: 3000,
    contenders: byHand(oneCall),
    mark: 'express-pg',
    aims: [],
  },
  {
    name: 'post-agents',
    title: 'POST /agents with an Idempotency-Key',
    status: 201,
    requests: 2000,
    contenders: byHand(newAgent),
    mark: 'express-pg',
    aims: [{ to: 'express-pg', most: 1, text: 'a keyed POST costs at most what it does as a transaction of five statements' }],
  },
  {
    name: 'post-calls',
    title: 'POST /calls with an Idempotency-Key',
    status: 202,
    requests: 800,
    contenders: byHand(newCall),
    mark: 'express-pg',
    aims: [],
  },
  {
    name: 'graphql-page',
    title: 'The page of calls over /graphql (of express-pg: over REST)',
    status: 200,
    requests: 2000,
    contenders: { callwright: graphqlPage(String), 'express-pg': callsPage, 'yoga-prisma': graphqlPage(pothosCursor) },
    mark: 'express-pg',
    aims: [
      { to: 'express-pg', most: 1.5, text: 'the page over GraphQL costs at most 1.5 of express-pg' },
      { to: 'yoga-prisma', most: 0.4, text: 'the page over GraphQL costs at most 0.4 of yoga-prisma' },
    ],
  },
  {
    name: 'gate',
    title: 'GET /calls?limit=20 with and without authentication, limits and idempotency',
    status: 200,
    requests: 4000,
    contenders: { callwright: callsPage, 'callwright-open': callsPage },
    mark: 'callwright-open',
    aims: [{ to: 'callwright-open', most: 1 / 0.85, text: 'authentication, limiter and idempotency are together at most 15% of a read' }],
  },
]

/** Lists the running contenders that take part in an operation. */
export const contendersOf = ({ contenders }: Operation, present: { has(contender: Contender): boolean }) =>
  CONTENDERS.filter((contender) => contenders[contender] && present.has(contender))
