import { execute, type ExecutionArgs, GraphQLError, OperationTypeNode } from 'graphql'
import { LRUCache } from 'lru-cache'
import type { Actor } from '../../kernel/vocabulary/actor.ts'
import { DomainError, unauthenticated } from '../../kernel/vocabulary/errors.ts'
import { refusalFor, scopesOf, takesLongInput } from '../../schema/base/builder.ts'
import { costOf } from '../../schema/base/operationCost.ts'
import { type Operation, type RootField, rootFieldsOf, selectedOperation } from '../../schema/base/rootFields.ts'
import { createAttemptLimiter } from '../../services/rateLimits/attemptLimits.ts'
import { validate } from './documents.ts'

/** Maximum operations and fragments of a document: twice the largest document of the dashboard. */
export const MAX_DEFINITIONS = 30
/** Maximum cost of a client's operation (`costOf`). The most expensive one of the dashboard, with the largest page, stays within two thirds. */
export const MAX_COST = { complexity: 7_700, depth: 8, breadth: 200 }
/** Maximum size of a request without leads, files or documents, in bytes. */
export const MAX_SHORT_REQUEST = 512 * 1024
const INTROSPECTION = new Set(['__schema', '__type'])

/**
 * Checks a client's operation before it runs, the cheapest checks first: the size of its document, the caller's access to its root fields,
 * the request size, its cost, and its validity. Nothing reads inputs before that. Returns the errors; without any, the operation can run.
 */
export function checkOperation(operation: Operation, actor: Actor | null, bytes = 0): readonly GraphQLError[] {
  if (operation.document.definitions.length > MAX_DEFINITIONS)
    return [toGraphQLError(new DomainError('BAD_REQUEST', `A GraphQL document can have at most ${MAX_DEFINITIONS} operations and fragments.`))]
  const roots = rootFieldsOf(operation)
  const refusals = roots.flatMap((root) => checkRootField(root, actor))
  if (refusals.length > 0) return refusals
  if (bytes > MAX_SHORT_REQUEST && !roots.every(({ field }) => takesLongInput(field?.extensions))) return [requestTooLarge()]
  const combined = checkCombination(operation, roots)
  if (combined) return [toGraphQLError(combined)]
  const cost = costOf(operation)
  for (const kind of ['depth', 'breadth', 'complexity'] as const)
    if (cost[kind] > MAX_COST[kind])
      return [toGraphQLError(new DomainError('BAD_REQUEST', `The operation exceeds the maximum ${kind} (${kind}: ${cost[kind]}, max: ${MAX_COST[kind]})`))]
  return validate(operation.schema, operation.document)
}

function checkRootField({ node, field }: RootField, actor: Actor | null): GraphQLError[] {
  const declared = field ? scopesOf(field.extensions) : undefined
  const isClosed = !actor && INTROSPECTION.has(node.name.value)
  const refusal = isClosed ? unauthenticated('sign_in_required') : declared ? refusalFor(actor, declared) : null
  return refusal ? [toGraphQLError(refusal, { nodes: node, path: [node.alias?.value ?? node.name.value] })] : []
}

/** Allows only one mutation without credentials per request: such mutations, such as signing in, are expensive and used for guessing. */
function checkCombination(operation: Operation, roots: readonly RootField[]): DomainError | null {
  const isMutation = selectedOperation(operation)?.operation === OperationTypeNode.MUTATION
  if (isMutation && roots.filter(({ field }) => scopesOf(field?.extensions)?.public).length > 1)
    return new DomainError('BAD_REQUEST', 'Send only one mutation that needs no credentials in each request.')
  const isIntrospection = roots.some(({ node }) => INTROSPECTION.has(node.name.value))
  return isIntrospection && roots.length > 1 ? new DomainError('BAD_REQUEST', 'Send introspection fields in a separate request.') : null
}

const requestTooLarge = () => {
  const detail = `Only requests that send leads, a file or a document can be larger than ${MAX_SHORT_REQUEST / 1024} KiB.`
  return new GraphQLError(detail, { extensions: { code: 'BAD_REQUEST', detail, http: { status: 413 } } })
}

const toGraphQLError = (error: DomainError, at: { nodes?: RootField['node']; path?: string[] } = {}) =>
  new GraphQLError(error.message, { ...at, originalError: error })

/** Introspection takes a tenth of a second: results are cached per document, and new documents are limited per minute. */
const descriptions = new LRUCache<string, object>({ max: 10 })
const introspectionLimiter = createAttemptLimiter({ most: 20, withinMs: 60_000 })

export const isIntrospection = ({ schema, document, operationName }: ExecutionArgs) =>
  rootFieldsOf({ schema, document, operationName, variables: {} }).some(({ node }) => INTROSPECTION.has(node.name.value))

/** Runs an introspection operation. Throws RateLimitError. */
export function describeSchema(args: ExecutionArgs) {
  const key = JSON.stringify([args.document.loc?.source.body, args.operationName, args.variableValues])
  const known = descriptions.get(key)
  if (known) return known as ReturnType<typeof execute>
  introspectionLimiter.check('introspection')
  introspectionLimiter.count('introspection')
  const result = execute(args)
  descriptions.set(key, result)
  return result
}
