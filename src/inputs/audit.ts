import { z } from 'zod'
import { Moment } from './billing.ts'
import { Id, text } from './common.ts'

/** Who can be the one that changed something. */
export const ACTOR_KINDS = ['user', 'key', 'cli', 'app', 'operator', 'system', 'nobody'] as const

/** Which entries of the audit log are wanted: those that fit all that is given. */
export const AuditFilter = z.object({
  subject: text(50, 1).nullish().describe('The kind of thing that changed, in the singular: campaign, api_key, session'),
  subjectId: text(50, 1).nullish().describe('Its id; needs the subject'),
  operation: text(100, 1).nullish().describe('What was asked: the name of a mutation, such as updateAgent'),
  actorKind: z.enum(ACTOR_KINDS).nullish().describe(ACTOR_KINDS.join(', ')),
  userId: Id.nullish().describe('Who it was, if a person'),
  apiKeyId: Id.nullish().describe('Which key, CLI token or connected app it was'),
  change: z.enum(['created', 'changed', 'deleted', 'refused']).nullish().describe('created, changed, deleted, or refused of a sign-in'),
  from: Moment.nullish().describe('The first moment, or the first day in UTC'),
  to: Moment.nullish().describe('The moment, or the day in UTC, before which to end'),
  q: text(100, 3).nullish().describe('Part of a name, an operation or a value, in any case'),
})
export type AuditFilter = z.output<typeof AuditFilter>
