import type { Actor } from '../actor.ts'
import { db } from '../db.ts'
import { badInput, notFound } from '../errors.ts'
import type { Prisma } from '../generated/prisma/client.ts'
import type { AgentChanges, AgentInput } from '../inputs/agents.ts'
import { SHORT_PAGE } from '../rows.ts'
import { pageById, type PageArgs } from './paging.ts'

/** What an agent has where nothing was said (spec: Agent). */
const DEFAULTS = { lang: 'en-US', voiceEngine: 'retell', model: 'gpt-4.1-mini', generalTools: [], postCallAnalysisData: [] }

/** Agents, newest first; active ones unless asked otherwise (contract: Agent). */
export const list = ({ workspaceId }: Actor, page: PageArgs, isActive: boolean | null | undefined) =>
  pageById(page, SHORT_PAGE, ({ where, ...query }) => db.agent.findMany({ ...query, where: { ...where, workspaceId, isActive: isActive ?? true } }))

export async function get({ workspaceId }: Actor, id: number) {
  const agent = await db.agent.findUnique({ where: { workspaceId_id: { workspaceId, id } } })
  if (!agent) throw notFound('Agent')
  return agent
}

/** A new agent is known here only: it speaks once it is published. */
export const create = ({ workspaceId }: Actor, input: AgentInput) => db.agent.create({ data: { ...DEFAULTS, ...given(input), name: input.name, workspaceId } })

/** Changes the fields that are given; the provider hears of it at the next publish. An empty change is a 400 (spec: PATCH). */
export async function update(actor: Actor, id: number, changes: AgentChanges) {
  if (Object.values(changes).every((value) => value === undefined)) throw badInput('No fields to update')
  await get(actor, id)
  return db.agent.update({ where: { workspaceId_id: { workspaceId: actor.workspaceId, id } }, data: cleared(changes) })
}

/** Retires an agent. Calls under way go on; new ones are refused. */
export async function retire(actor: Actor, id: number) {
  await get(actor, id)
  return db.agent.update({ where: { workspaceId_id: { workspaceId: actor.workspaceId, id } }, data: { isActive: false } })
}

const given = (input: AgentChanges) =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => value != null)) as Omit<
    Prisma.AgentUncheckedCreateInput,
    'workspaceId' | keyof typeof DEFAULTS | 'name'
  >

/** In a change, null goes back to the default. */
const cleared = (changes: AgentChanges) =>
  Object.fromEntries(
    Object.entries(changes)
      .filter(([key, value]) => value !== undefined && !(key === 'name' && value === null))
      .map(([key, value]) => [key, value ?? BLANK[key as keyof typeof BLANK] ?? null]),
  ) as Prisma.AgentUncheckedUpdateInput

const BLANK = { ...DEFAULTS, isActive: true, recordingEnabled: true }
