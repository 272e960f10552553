import type { Actor } from '../../kernel/vocabulary/actor.ts'
import { db, type Tx } from '../../kernel/db/db.ts'
import { badInput } from '../../kernel/vocabulary/errors.ts'
import type { MessagingSettingsInput } from '../../inputs/messages.ts'

/** How a workspace answers STOP, START and HELP. A text that is null stands for our own words, in the language of the keyword. */
export interface MessagingSettings {
  replies: boolean
  helpText: string | null
  stopText: string | null
  startText: string | null
}

const FIRST: MessagingSettings = { replies: true, helpText: null, stopText: null, startText: null }

export const get = ({ workspaceId }: Pick<Actor, 'workspaceId'>) => of(db, workspaceId)

export const of = async (client: Pick<Tx, 'messagingSettings'>, workspaceId: number): Promise<MessagingSettings> =>
  (await client.messagingSettings.findUnique({ where: { workspaceId } })) ?? FIRST

/** Changes what is given and leaves what is absent. BAD_REQUEST when nothing is given. */
export async function update({ workspaceId }: Actor, { replies, ...texts }: MessagingSettingsInput): Promise<MessagingSettings> {
  const changes = { ...texts, ...(replies !== undefined && { replies: replies ?? FIRST.replies }) }
  if (Object.values(changes).every((value) => value === undefined)) throw badInput('No fields to update')
  return db.messagingSettings.upsert({ where: { workspaceId }, create: { workspaceId, ...changes }, update: changes })
}
