import { type DocumentNode, execute, type ExecutionArgs, getOperationAST, type GraphQLSchema, OperationTypeNode } from 'graphql'
import type { Plugin } from 'graphql-yoga'
import { toRead } from '../kernel/db/reading.ts'
import { compile } from '../schema/compile.ts'
import { describeSchema, isIntrospection } from './operations.ts'

type Run = ReturnType<typeof compile>

/** Documents as the parser's cache gives them, with what they were compiled to, by operation name; null where that is not done. */
const compiled = new WeakMap<DocumentNode, Map<string, Run | 'seen' | null>>()

/**
 * Runs a query that comes again compiled, at a fraction of the cost. The first time it is run as it is: compiling costs
 * more than one run, and clients may send any number of different ones.
 */
export const runCompiled: Plugin = {
  onExecute({ args, setExecuteFn }) {
    if (isIntrospection(args as ExecutionArgs)) return setExecuteFn(describeSchema)
    const run = compiledOf(args as ExecutionArgs)
    setExecuteFn((given: ExecutionArgs) => execution(given, run))
  },
}

/** Runs an operation; what only reads, on the connections of readers. */
export function execution(given: ExecutionArgs, run: Run | null = null) {
  const ran = () => (run ? answered(run, given) : execute(given))
  return getOperationAST(given.document, given.operationName)?.operation === OperationTypeNode.QUERY ? toRead(ran) : ran()
}

/** Variables that do not fit are told of as they would be uncompiled: nothing was run yet. */
function answered(run: Run, given: ExecutionArgs) {
  const result = run(given.rootValue, given.contextValue, given.variableValues)
  return 'errors' in result && !('data' in result) ? execute(given) : result
}

function compiledOf({ schema, document, operationName }: ExecutionArgs): Run | null {
  const byName = compiled.get(document) ?? new Map<string, Run | 'seen' | null>()
  const name = operationName ?? ''
  const known = byName.get(name)
  if (known !== undefined && known !== 'seen') return known
  const run = known === 'seen' ? orNull(schema, document, operationName) : null
  compiled.set(document, byName.set(name, known === 'seen' ? run : 'seen'))
  return run
}

function orNull(schema: GraphQLSchema, document: DocumentNode, operationName: string | null | undefined): Run | null {
  if (getOperationAST(document, operationName)?.operation !== OperationTypeNode.QUERY) return null
  try {
    return compile(schema, document, operationName ?? undefined)
  } catch {
    return null
  }
}
