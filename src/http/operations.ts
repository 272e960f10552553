import { execute, type ExecutionArgs, GraphQLError, OperationTypeNode } from 'graphql'
import { LRUCache } from 'lru-cache'
import type { Actor } from '../kernel/vocabulary/actor.ts'
import { badInput, type DomainError, unauthenticated } from '../kernel/vocabulary/errors.ts'
import { refusalFor, scopesOf, takesLongInput } from '../schema/builder.ts'
import { costOf } from '../schema/operationCost.ts'
import { type Operation, type RootField, rootFieldsOf, selectedOperation } from '../schema/rootFields.ts'
import { guessCounter } from '../services/rateLimits/attemptLimits.ts'
import { validate } from './documents.ts'

/** Operations and fragments of a document: twice what the largest file of the dashboard's has. */
export const MAX_DEFINITIONS = 30
/** What an operation of a client may cost (`costOf`); the dashboard's dearest, with the largest page, stays within two thirds. */
export const MAX_COST = { complexity: 7_500, depth: 8, breadth: 200 }
/** Bytes of a request that brings neither leads nor a document. */
export const MAX_SHORT_REQUEST = 512 * 1024
const INTROSPECTION = new Set(['__schema', '__type'])

/**
 * Everything that is judged before a client's operation runs, the cheapest first: the size of its document, its caller by
 * what its root fields declare, its size, its cost, and whether it is valid. Inputs are read by nothing before that. Answers the
 * mistakes; none lets it run.
 */
export function judge(operation: Operation, actor: Actor | null, bytes = 0): readonly GraphQLError[] {
  if (operation.document.definitions.length > MAX_DEFINITIONS)
    return [refused(badInput(`A GraphQL document can have at most ${MAX_DEFINITIONS} operations and fragments.`))]
  const roots = rootFieldsOf(operation)
  const refusals = roots.flatMap((root) => refusalOfRoot(root, actor))
  if (refusals.length > 0) return refusals
  if (bytes > MAX_SHORT_REQUEST && !roots.every(({ field }) => takesLongInput(field?.extensions))) return [tooLong()]
  const combined = refusalOfCombination(operation, roots)
  if (combined) return [refused(combined)]
  const cost = costOf(operation)
  for (const kind of ['depth', 'breadth', 'complexity'] as const)
    if (cost[kind] > MAX_COST[kind]) return [refused(badInput(`The operation exceeds the maximum ${kind} (${kind}: ${cost[kind]}, max: ${MAX_COST[kind]})`))]
  return validate(operation.schema, operation.document)
}

function refusalOfRoot({ node, field }: RootField, actor: Actor | null): GraphQLError[] {
  const declared = field ? scopesOf(field.extensions) : undefined
  const isClosed = !actor && INTROSPECTION.has(node.name.value)
  const refusal = isClosed ? unauthenticated('Sign in or send an API key.') : declared ? refusalFor(actor, declared) : null
  return refusal ? [refused(refusal, { nodes: node, path: [node.alias?.value ?? node.name.value] })] : []
}

/** A mutation that needs no credential, such as signing in, costs much and is what guesses are made with: one in a request. */
function refusalOfCombination(operation: Operation, roots: readonly RootField[]): DomainError | null {
  const isMutation = selectedOperation(operation)?.operation === OperationTypeNode.MUTATION
  if (isMutation && roots.filter(({ field }) => scopesOf(field?.extensions)?.public).length > 1)
    return badInput('Send only one mutation that needs no credentials in each request.')
  const isIntrospection = roots.some(({ node }) => INTROSPECTION.has(node.name.value))
  return isIntrospection && roots.length > 1 ? badInput('Send introspection fields in a separate request.') : null
}

const tooLong = () => {
  const detail = `Only requests that send leads, a file or a document can be larger than ${MAX_SHORT_REQUEST / 1024} KiB.`
  return new GraphQLError(detail, { extensions: { code: 'BAD_REQUEST', detail, http: { status: 413 } } })
}

const refused = (error: DomainError, at: { nodes?: RootField['node']; path?: string[] } = {}) =>
  new GraphQLError(error.message, { ...at, originalError: error })

/** The schema describes itself in a tenth of a second: once for each document, and for few documents a minute. */
const descriptions = new LRUCache<string, object>({ max: 10 })
const fresh = guessCounter({ most: 20, withinMs: 60_000 })

export const isIntrospection = ({ schema, document, operationName }: ExecutionArgs) =>
  rootFieldsOf({ schema, document, operationName, variables: {} }).some(({ node }) => INTROSPECTION.has(node.name.value))

/** Runs an operation that asks what the schema is. Throws RateLimited. */
export function describeSchema(args: ExecutionArgs) {
  const key = JSON.stringify([args.document.loc?.source.body, args.operationName, args.variableValues])
  const known = descriptions.get(key)
  if (known) return known as ReturnType<typeof execute>
  fresh.check('introspection')
  fresh.count('introspection')
  const result = execute(args)
  descriptions.set(key, result)
  return result
}
