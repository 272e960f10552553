import type { WorkspaceId } from '../../kernel/vocabulary/ids.ts'
import type { Agent } from '../../generated/prisma/client.ts'
import type { Tx } from '../../kernel/db/db.ts'
import { parseE164 } from '../../kernel/lib/phones.ts'
import { causeOf, type ProblemCause } from '../../providers/problem.ts'
import type { JsonObject } from '../../providers/provider.ts'
import { listTransferDestinations } from '../../providers/toolReferences.ts'
import { settings } from '../../kernel/config/settings.ts'
import { isPremium } from '../compliance/premiumNumbers.ts'
import { priceOf } from '../billing/pricing.ts'
import { publishedConfigOf } from '../shared/jsonColumns.ts'

/**
 * Returns the reason why a tool must not transfer calls to the number, or null. `number` is null if the agent decides it during the
 * call. Destinations that are not fixed numbers cannot be checked, so only the server administrator can allow them
 * (`ALLOW_OPEN_TRANSFERS`).
 */
export function findTransferProblem(number: string | null): ProblemCause | null {
  const e164 = number === null ? null : parseE164(number)
  if (e164 !== null) return isPremium(e164) ? causeOf('transfer_number_premium') : null
  if (settings.allowOpenTransfers) return null
  return number === null ? causeOf('transfer_number_not_fixed') : causeOf('phone_number_invalid')
}

/** Lists the numbers to which these tools can transfer calls, in E.164, without duplicates. */
export const listTransferNumbers = (tools: readonly JsonObject[]): string[] => [
  ...new Set(listTransferDestinations(tools).flatMap(({ number }) => (number === null ? [] : (parseE164(number) ?? [])))),
]

/**
 * Lists every number that calls of a published agent can reach by a transfer, directly or through agents that it hands calls over to.
 * Includes those agents as of its publish and as of now.
 */
export async function listReachableNumbers(
  tx: Pick<Tx, 'agent'>,
  { workspaceId, publishedConfig }: Pick<Agent, 'workspaceId' | 'publishedConfig'>,
): Promise<string[]> {
  const numbers = new Set<string>()
  const seen = new Set<number>()
  let configs = [publishedConfigOf({ publishedConfig })]
  while (configs.length > 0) {
    const next = new Set<number>()
    for (const config of configs) {
      for (const number of listTransferNumbers(config?.tools ?? [])) numbers.add(number)
      for (const [id, { transfers = [] }] of Object.entries(config?.agents ?? {})) {
        for (const number of transfers) numbers.add(number)
        if (!seen.has(Number(id))) next.add(Number(id))
      }
    }
    for (const id of next) seen.add(id)
    const agents = next.size === 0 ? [] : await tx.agent.findMany({ where: { workspaceId, id: { in: [...next] } }, select: { publishedConfig: true } })
    configs = agents.map(publishedConfigOf)
  }
  return [...numbers]
}

/** Returns the reason why the published agent's own tools forbid calls, or null. Does not check the do-not-call list. */
export function findPublishedProblem({
  id,
  publishedConfig,
}: Pick<Agent, 'id' | 'publishedConfig'>): { agent_id: number; field: string; problem: string } | null {
  const tools = publishedConfigOf({ publishedConfig })?.tools ?? []
  for (const { field, number } of listTransferDestinations(tools)) {
    const problem = findTransferProblem(number)
    if (problem) return { agent_id: id, field, problem: problem.reason }
  }
  return null
}

/** Finds the first of these numbers on the workspace's do-not-call list, or null. */
export async function findBlocked(tx: Pick<Tx, 'dncEntry'>, workspaceId: WorkspaceId, numbers: readonly string[]): Promise<string | null> {
  if (numbers.length === 0) return null
  const entry = await tx.dncEntry.findFirst({ where: { workspaceId, phoneNumber: { in: [...numbers] } }, select: { phoneNumber: true } })
  return entry?.phoneNumber ?? null
}

/** Returns the number with the highest price per minute among the called one and the transfer destinations; the first of equals. */
export const mostExpensive = (called: string, transfers: readonly string[] = []): string =>
  transfers.reduce((highest, number) => (priceOf(number).perMinute > priceOf(highest).perMinute ? number : highest), called)
