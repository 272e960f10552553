import SchemaBuilder from '@pothos/core'
import PrismaPlugin from '@pothos/plugin-prisma'
import RelayPlugin from '@pothos/plugin-relay'
import ScopeAuthPlugin from '@pothos/plugin-scope-auth'
import ValidationPlugin from '@pothos/plugin-validation'
import type { Actor } from '../../kernel/vocabulary/actor.ts'
import { anyWorkspace } from '../../kernel/db/db.ts'
import { type DomainError, forbidden, unauthenticated } from '../../kernel/vocabulary/errors.ts'
import type PrismaTypes from '../../generated/pothos.ts'
import { getDatamodel } from '../../generated/pothos.ts'
import { hasScope, missingScope, type Scope } from '../../kernel/vocabulary/scopes.ts'
import { validationError } from '../../kernel/http/validation.ts'
import type { Context } from './context.ts'

/**
 * The builder of the schema. Every root field declares in `authScopes` who can use it: `{ scope }` (a role is a set of scopes),
 * `{ person: true }` for signed-in users, or `{ public: true }`. A contract test fails for a field without it.
 */
export const builder = new SchemaBuilder<{
  Context: Context
  PrismaTypes: PrismaTypes
  AuthScopes: { scope: Scope; person: boolean; public: boolean }
  DefaultAuthStrategy: 'all'
  DefaultFieldNullability: false
  DefaultEdgesNullability: { list: false; items: false }
  DefaultNodeNullability: false
  Scalars: {
    ID: { Input: string; Output: number | string }
    JSON: { Input: unknown; Output: unknown }
    DateTime: { Input: Date; Output: Date }
    Money: { Input: bigint; Output: bigint }
  }
}>({
  plugins: [ScopeAuthPlugin, RelayPlugin, PrismaPlugin, ValidationPlugin],
  defaultFieldNullability: false,
  prisma: { client: () => anyWorkspace, dmmf: getDatamodel() },
  relay: { nodesOnConnection: true, edgesFieldOptions: { nullable: { list: false, items: false } }, nodeFieldOptions: { nullable: false } },
  scopeAuth: {
    defaultStrategy: 'all',
    authorizeOnSubscribe: true,
    authScopes: ({ actor }) => ({
      scope: (scope) => holds(actor, { scope }),
      person: () => holds(actor, { person: true }),
      public: () => true,
    }),
    unauthorizedError: (_parent, { actor }, { parentType, fieldName }) => refusalOf(actor, scopesOf(parentType.getFields()[fieldName]?.extensions) ?? {}),
  },
  validation: { validationError: ({ issues }) => validationError(issues, ['body']) },
})

/** The requirements of a field. The caller must meet all of them. */
interface Declared {
  scope?: Scope
  person?: boolean
  public?: boolean
}

/** Marks a mutation that accepts leads, a file or a document. Other operations accept at most 512 KiB (`http/graphql/operations.ts`). */
export const LONG_INPUT = { longInput: true }
export const takesLongInput = (extensions: unknown): boolean => (extensions as { longInput?: boolean } | undefined)?.longInput === true

/** Returns the requirements that a field of the schema declares. */
export const scopesOf = (extensions: unknown) => (extensions as { pothosOptions?: { authScopes?: Declared } } | undefined)?.pothosOptions?.authScopes

const holds = (actor: Actor | null, { scope, person }: Declared) =>
  (!scope || (actor !== null && hasScope(actor.scopes, scope))) && (!person || actor?.kind === 'session')

/** Returns why a caller cannot use a field with these requirements, or null. */
export const refusalFor = (actor: Actor | null, declared: Declared): DomainError | null => (holds(actor, declared) ? null : refusalOf(actor, declared))

function refusalOf(actor: Actor | null, { scope }: Declared): DomainError {
  if (!actor) return unauthenticated('sign_in_required')
  return scope ? missingScope(scope) : forbidden('person_required')
}

/** Returns the actor of a field that requires one. */
export function actorOf({ actor }: Context): Actor {
  if (!actor) throw unauthenticated('sign_in_required')
  return actor
}

builder.queryType()
builder.mutationType()
builder.subscriptionType()
