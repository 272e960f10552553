import { type DocumentNode, execute, type ExecutionArgs, getOperationAST, type GraphQLError, type GraphQLSchema, OperationTypeNode } from 'graphql'
import type { Plugin } from 'graphql-yoga'
import { withReadPool } from '../../kernel/db/readPool.ts'
import { compile } from '../../schema/base/compile.ts'
import { describeSchema, isIntrospection } from './operations.ts'

type Run = ReturnType<typeof compile>

/** Compiled operations of cached documents, by operation name; null if an operation is not compiled. */
const compiledQueries = new WeakMap<DocumentNode, Map<string, Run | 'seen' | null>>()

/**
 * Compiles a query the second time it is sent, which makes it much cheaper to run. The first time it is executed as it is: compiling costs
 * more than one execution, and clients can send any number of different queries.
 */
export const runCompiled: Plugin = {
  onExecute({ args, setExecuteFn }) {
    if (isIntrospection(args as ExecutionArgs)) return setExecuteFn(describeSchema)
    const run = findCompiled(args as ExecutionArgs)
    setExecuteFn((executionArgs: ExecutionArgs) => executeOperation(executionArgs, run))
  },
}

/** Runs an operation; queries use the read pool. */
export function executeOperation(args: ExecutionArgs, run: Run | null = null) {
  const runInPool = async () => withErrorCodes(await (run ? runOrExecute(run, args) : execute(args)))
  return getOperationAST(args.document, args.operationName)?.operation === OperationTypeNode.QUERY ? withReadPool(runInPool) : runInPool()
}

/** Adds the code BAD_REQUEST to errors of invalid variables, which graphql-js reports without a code before anything runs. */
function withErrorCodes<Result extends object>(result: Result): Result {
  if ('errors' in result && !('data' in result)) for (const { extensions } of result.errors as GraphQLError[]) extensions.code ??= 'BAD_REQUEST'
  return result
}

/** Reports invalid variables as uncompiled execution does; nothing has run yet. */
function runOrExecute(run: Run, args: ExecutionArgs) {
  const result = run(args.rootValue, args.contextValue, args.variableValues)
  return 'errors' in result && !('data' in result) ? execute(args) : result
}

function findCompiled({ schema, document, operationName }: ExecutionArgs): Run | null {
  const byName = compiledQueries.get(document) ?? new Map<string, Run | 'seen' | null>()
  const name = operationName ?? ''
  const known = byName.get(name)
  if (known !== undefined && known !== 'seen') return known
  const run = known === 'seen' ? tryCompile(schema, document, operationName) : null
  compiledQueries.set(document, byName.set(name, known === 'seen' ? run : 'seen'))
  return run
}

function tryCompile(schema: GraphQLSchema, document: DocumentNode, operationName: string | null | undefined): Run | null {
  if (getOperationAST(document, operationName)?.operation !== OperationTypeNode.QUERY) return null
  try {
    return compile(schema, document, operationName ?? undefined)
  } catch {
    return null
  }
}
