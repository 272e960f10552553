import { Prisma } from '../../generated/prisma/client.ts'
import { asWrite } from './adapter.ts'
import { inAnyWorkspace, runOperation } from './workspaceContext.ts'

/** Prisma's operations that only read. Everything else may write to an audited table. */
const READS = new Set([
  'findUnique',
  'findUniqueOrThrow',
  'findFirst',
  'findFirstOrThrow',
  'findMany',
  'count',
  'aggregate',
  'groupBy',
  '$queryRaw',
  '$queryRawUnsafe',
])

/** Lets the adapter tell the database the actor of each write. Raw statements that write and return rows do so themselves (`AUDIT_ACTOR`). */
export const auditedWrites = Prisma.defineExtension({
  name: 'auditedWrites',
  query: { $allOperations: ({ operation, args, query }) => runOperation(() => run(operation, args, query)) },
})

/** The same for operations on the rows of several workspaces. */
export const auditedWritesAcrossWorkspaces = Prisma.defineExtension({
  name: 'auditedWritesAcrossWorkspaces',
  query: { $allOperations: ({ operation, args, query }) => inAnyWorkspace(() => runOperation(() => run(operation, args, query))) },
})

const run = <Args, Result>(operation: string, args: Args, query: (args: Args) => Promise<Result>) =>
  READS.has(operation) ? query(args) : asWrite(async () => query(args))
