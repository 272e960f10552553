import { defaultFieldResolver, type GraphQLSchema } from 'graphql'
import { auditActorOf, withAuditContext } from '../../kernel/auditContext.ts'
import { noteOperation } from '../../kernel/tracing/spans.ts'
import type { Context } from './context.ts'

/** Makes every mutation run with the caller as its audit actor and the mutation's name as the operation, for all APIs. Its span names it as well. */
export function audited(schema: GraphQLSchema): GraphQLSchema {
  for (const field of Object.values(schema.getMutationType()!.getFields())) {
    const resolve = field.resolve ?? defaultFieldResolver
    field.resolve = (parent, args, ctx: Context, info) => {
      noteOperation(field.name)
      return withAuditContext(auditActorOf(ctx.actor, field.name, ctx.origin), () => resolve(parent, args, ctx, info) as unknown)
    }
  }
  return schema
}
