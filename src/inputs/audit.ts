import { z } from 'zod'
import { Moment } from './billing.ts'
import { Id, text } from './common.ts'

/** The types of actors. */
export const ACTOR_KINDS = ['user', 'key', 'cli', 'app', 'operator', 'system', 'nobody'] as const

export const AUDIT_ACTIONS = ['created', 'changed', 'deleted', 'refused', 'listened'] as const

/** A filter of audit entries. All given fields must match. */
export const AuditFilter = z.object({
  resource: text(50, 1).nullish().describe('Kind of resource that changed, in the singular, such as `campaign`, `api_key` or `session`.'),
  resourceId: text(50, 1).nullish().describe('ID of the resource. Requires `resource`.'),
  operation: text(100, 1).nullish().describe('Name of a mutation, such as `updateAgent`.'),
  actorKind: z.enum(ACTOR_KINDS).nullish().describe('Kind of actor that made the change.'),
  userId: Id.nullish().describe('Person who made the change.'),
  apiKeyId: Id.nullish().describe('API key, CLI token or connected app that made the change.'),
  action: z.enum(AUDIT_ACTIONS).nullish().describe('What happened to the resource.'),
  from: Moment.nullish().describe('Start of the period, as a time or as a date in UTC.'),
  to: Moment.nullish().describe('End of the period, exclusive, as a time or as a date in UTC.'),
  q: text(100, 3).nullish().describe('Part of a name, an operation or a value, at least 3 characters. Case is ignored.'),
})
export type AuditFilter = z.output<typeof AuditFilter>
