import { defaultFieldResolver, type GraphQLSchema } from 'graphql'
import { auditActorOf, withAuditContext } from '../../kernel/auditContext.ts'
import type { Context } from './context.ts'

/** Has every mutation done on behalf of whoever asks, under its own name, whatever face the request came in by. */
export function audited(schema: GraphQLSchema): GraphQLSchema {
  for (const field of Object.values(schema.getMutationType()!.getFields())) {
    const resolve = field.resolve ?? defaultFieldResolver
    field.resolve = (parent, args, ctx: Context, info) =>
      withAuditContext(auditActorOf(ctx.actor, field.name, ctx.origin), () => resolve(parent, args, ctx, info) as unknown)
  }
  return schema
}
