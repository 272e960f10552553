import SchemaBuilder from '@pothos/core'
import ComplexityPlugin from '@pothos/plugin-complexity'
import PrismaPlugin from '@pothos/plugin-prisma'
import RelayPlugin from '@pothos/plugin-relay'
import ScopeAuthPlugin from '@pothos/plugin-scope-auth'
import ValidationPlugin from '@pothos/plugin-validation'
import type { Actor } from '../actor.ts'
import { anyWorkspace } from '../db.ts'
import { DomainError, forbidden, unauthenticated } from '../errors.ts'
import type PrismaTypes from '../generated/pothos.ts'
import { getDatamodel } from '../generated/pothos.ts'
import { hasScope, missingScope, type Scope } from '../scopes.ts'
import { validationItems } from '../validation.ts'
import type { Context } from './context.ts'

/**
 * Every root field says in `authScopes` who may use it: `{ scope }` (a key's scope; a person's role holds a set of
 * them), `{ person: true }` for anyone signed in, or `{ public: true }`. A contract test refuses a field that does not.
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
  plugins: [ScopeAuthPlugin, RelayPlugin, PrismaPlugin, ValidationPlugin, ComplexityPlugin],
  defaultFieldNullability: false,
  prisma: { client: () => anyWorkspace, dmmf: getDatamodel() },
  relay: { nodesOnConnection: true, edgesFieldOptions: { nullable: { list: false, items: false } }, nodeFieldOptions: { nullable: false } },
  scopeAuth: {
    defaultStrategy: 'all',
    authorizeOnSubscribe: true,
    authScopes: ({ actor }) => ({
      scope: (scope) => actor !== null && hasScope(actor.scopes, scope),
      person: () => actor?.kind === 'session',
      public: () => true,
    }),
    unauthorizedError: (_parent, { actor }, { parentType, fieldName }) => {
      if (!actor) return unauthenticated('Sign in or send an API key')
      const scopes = scopesOf(parentType.getFields()[fieldName]?.extensions)
      return scopes?.scope ? missingScope(scopes.scope) : forbidden('This needs a signed-in person')
    },
  },
  validation: { validationError: ({ issues }) => new DomainError('UNPROCESSABLE', validationItems(issues, ['body'])) },
  complexity: {
    defaultComplexity: 1,
    defaultListMultiplier: 10,
    // Documents of the REST facade are ours; only what clients write is limited.
    limit: ({ browser }: Context) => (browser ? { complexity: 5_000, depth: 8, breadth: 200 } : {}),
  },
})

/** What a field declared, read back from the schema. */
export const scopesOf = (extensions: unknown) =>
  (extensions as { pothosOptions?: { authScopes?: { scope?: Scope; person?: boolean; public?: boolean } } } | undefined)?.pothosOptions?.authScopes

/** The actor behind a field that only an actor may reach. */
export function actorOf({ actor }: Context): Actor {
  if (!actor) throw unauthenticated('Sign in or send an API key')
  return actor
}

builder.queryType()
builder.mutationType()
builder.subscriptionType()
