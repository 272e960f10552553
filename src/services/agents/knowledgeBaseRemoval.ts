import type { KnowledgeBaseId } from '../../kernel/vocabulary/ids.ts'
import type { Actor } from '../../kernel/vocabulary/actor.ts'
import { transaction } from '../../kernel/db/db.ts'
import { sql } from '../../kernel/db/sqlText.ts'
import { statement } from '../../kernel/db/statement.ts'
import type { KnowledgeBase } from '../../generated/prisma/client.ts'
import * as knowledgeBases from '../knowledge/knowledgeBases.ts'

const removeFromInactive = statement(
  'agents.removeKnowledgeBaseFromInactive',
  sql`
    update agents set knowledge_base_ids = array_remove(knowledge_base_ids, $id::int)
    where workspace_id = $workspaceId and not is_active and $id = any(knowledge_base_ids)`,
)

/** Deletes a knowledge base and removes it from inactive agents. Throws CONFLICT while an active agent or an unfinished campaign uses it. */
export const remove = (actor: Actor, id: KnowledgeBaseId): Promise<KnowledgeBase> =>
  transaction(async (tx) => {
    const base = await knowledgeBases.removeIn(tx, actor, id)
    await removeFromInactive.run({ workspaceId: actor.workspaceId, id }, tx)
    return base
  })
