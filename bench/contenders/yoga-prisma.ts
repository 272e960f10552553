import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import SchemaBuilder from '@pothos/core'
import PrismaPlugin from '@pothos/plugin-prisma'
import RelayPlugin from '@pothos/plugin-relay'
import { PrismaPg } from '@prisma/adapter-pg'
import { createYoga } from 'graphql-yoga'
import type PrismaTypes from '../../src/generated/pothos.ts'
import { getDatamodel } from '../../src/generated/pothos.ts'
import { PrismaClient } from '../../src/generated/prisma/client.ts'
import { type Caller, callerOf, requireScope } from '../byhand/callers.ts'
import { connect, pool } from '../byhand/database.ts'
import { failure } from '../byhand/errors.ts'
import { limit } from '../byhand/limiter.ts'
import { begin, type RequestRecord } from '../byhand/requests.ts'
import type { Environment } from '../ground.ts'

/** GraphQL as set up in the libraries' guides: yoga, Pothos with its Prisma and Relay plugins, and Prisma, without tuning. */
export async function start({ databaseUrl }: Environment): Promise<string> {
  connect(databaseUrl)
  const yoga = createYoga<{ caller: Caller }>({ schema: schemaOn(new PrismaClient({ adapter: new PrismaPg(pool) })) })
  const server = createServer((req, res) => {
    const record = begin(req, res, () => '/graphql')
    identify(req, res, record).then(
      (caller) => yoga(req, res, { caller }),
      (error: unknown) => {
        const { status, body } = failure(error)
        res.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
      },
    )
  })
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)))
}

async function identify(req: IncomingMessage, res: ServerResponse, record: RequestRecord): Promise<Caller> {
  const key = req.headers['x-api-key']
  const caller = await callerOf(key === undefined ? undefined : String(key))
  record.workspaceId = caller.workspaceId
  limit(caller.workspaceId, res)
  return caller
}

function schemaOn(prisma: PrismaClient) {
  const builder = new SchemaBuilder<{ Context: { caller: Caller }; PrismaTypes: PrismaTypes; DefaultFieldNullability: false }>({
    plugins: [PrismaPlugin, RelayPlugin],
    defaultFieldNullability: false,
    prisma: { client: prisma, dmmf: getDatamodel() },
    relay: { nodesOnConnection: true },
    // Required by the types of a plugin that the product uses and this schema does not.
    scopeAuth: { authScopes: () => ({}) },
  })
  const Call = builder.prismaObject('Call', {
    fields: (t) => ({
      id: t.exposeID('id'),
      status: t.exposeString('status'),
      toNumber: t.exposeString('toNumber'),
      detectedLanguage: t.exposeString('detectedLanguage', { nullable: true }),
    }),
  })
  builder.queryType({
    fields: (t) => ({
      calls: t.prismaConnection({
        type: Call,
        cursor: 'id',
        resolve: (query, _root, _args, { caller }) => {
          requireScope(caller, 'calls:read')
          return prisma.call.findMany({ ...query, where: { workspaceId: caller.workspaceId }, orderBy: { id: 'desc' } })
        },
      }),
    }),
  })
  return builder.toSchema()
}
