import { Prisma } from '../../generated/prisma/client.ts'
import { asWrite } from './adapter.ts'
import { areWorkspacesEnforced } from './workspaceContext.ts'
import { awaitOwnBatch } from './workspacePool.ts'

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
  query: {
    $allOperations({ operation, args, query }) {
      const run = () => (READS.has(operation) ? query(args) : asWrite(async () => query(args)))
      return areWorkspacesEnforced() ? awaitOwnBatch().then(run) : run()
    },
  },
})
