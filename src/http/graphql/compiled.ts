import { execute, type ExecutionArgs, getOperationAST, type GraphQLError, type OperationDefinitionNode, OperationTypeNode } from 'graphql'
import type { Plugin } from 'graphql-yoga'
import { withReadPool } from '../../kernel/db/readPool.ts'
import { inWorkspaceOf, subscribeInWorkspace } from './callersWorkspace.ts'
import { compile } from '../../schema/base/compile.ts'
import { describeSchema, isIntrospection } from './operations.ts'

type Run = ReturnType<typeof compile>

export const runOperations: Plugin = {
  onExecute: ({ setExecuteFn }) => setExecuteFn(executeOperation),
  onSubscribe: ({ setSubscribeFn }) => setSubscribeFn(subscribeInWorkspace),
}

/**
 * Runs a client's query or mutation. Queries use the read pool. A query is compiled the second time it is sent, for as long as its document
 * is cached (`documents.ts`): that costs as much as five executions and saves most of each later one, but clients can send any number of
 * different queries once. Mutations are never compiled, since what they do costs much more. Throws RateLimitError for introspection.
 */
export async function executeOperation(args: ExecutionArgs) {
  if (isIntrospection(args)) return describeSchema(args)
  const operation = getOperationAST(args.document, args.operationName)
  const isQuery = operation?.operation === OperationTypeNode.QUERY
  return withErrorCodes(await inWorkspaceOf(args, () => (isQuery ? withReadPool(() => executeQuery(operation, args)) : execute(args))))
}

/** Runs a query. Invalid variables are reported as uncompiled execution does; nothing has run by then. */
async function executeQuery(query: OperationDefinitionNode, args: ExecutionArgs) {
  const result = await findCompiled(query, args)?.(args.rootValue, args.contextValue, args.variableValues)
  return result && 'data' in result ? result : execute(args)
}

/** Queries of cached documents that were sent before. */
const sent = new WeakSet<OperationDefinitionNode>()
/** Those that were sent again; null if a query cannot be compiled. */
const compiled = new WeakMap<OperationDefinitionNode, Run | null>()

function findCompiled(query: OperationDefinitionNode, args: ExecutionArgs): Run | null {
  if (!sent.has(query)) {
    sent.add(query)
    return null
  }
  if (!compiled.has(query)) compiled.set(query, tryCompile(args))
  return compiled.get(query)!
}

function tryCompile({ schema, document, operationName }: ExecutionArgs): Run | null {
  try {
    return compile(schema, document, operationName ?? undefined)
  } catch {
    return null
  }
}

/** Adds the code BAD_REQUEST to errors of invalid variables, which graphql-js reports without a code before anything runs. */
function withErrorCodes<Result extends object>(result: Result): Result {
  if ('errors' in result && !('data' in result)) for (const { extensions } of result.errors as GraphQLError[]) extensions.code ??= 'BAD_REQUEST'
  return result
}
