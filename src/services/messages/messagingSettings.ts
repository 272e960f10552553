import type { WorkspaceId } from '../../kernel/vocabulary/ids.ts'
import type { Actor } from '../../kernel/vocabulary/actor.ts'
import { db, type Tx } from '../../kernel/db/db.ts'
import { badRequest } from '../../kernel/vocabulary/errors.ts'
import type { MessagingSettingsInput } from '../../inputs/messages.ts'

/** How a workspace replies to STOP, START and HELP. `null` stands for the default reply in the language of the keyword. */
export interface MessagingSettings {
  replies: boolean
  helpText: string | null
  stopText: string | null
  startText: string | null
}

const DEFAULTS: MessagingSettings = { replies: true, helpText: null, stopText: null, startText: null }

export const get = ({ workspaceId }: Pick<Actor, 'workspaceId'>) => read(db, workspaceId)

export const read = async (client: Pick<Tx, 'messagingSettings'>, workspaceId: WorkspaceId): Promise<MessagingSettings> =>
  (await client.messagingSettings.findUnique({ where: { workspaceId } })) ?? DEFAULTS

/** Changes the given fields. Throws BAD_REQUEST if there are none. */
export async function update({ workspaceId }: Actor, { replies, ...texts }: MessagingSettingsInput): Promise<MessagingSettings> {
  const changes = { ...texts, ...(replies !== undefined && { replies: replies ?? DEFAULTS.replies }) }
  if (Object.values(changes).every((value) => value === undefined)) throw badRequest('no_changes')
  return db.messagingSettings.upsert({ where: { workspaceId }, create: { workspaceId, ...changes }, update: changes })
}
