import type { Agent } from '../../generated/prisma/client.ts'
import type { Tx } from '../../kernel/db/db.ts'
import { e164 } from '../../kernel/lib/phones.ts'
import { type JsonObject } from '../../providers/provider.ts'
import { destinationsOf } from '../../providers/toolReferences.ts'
import { settings } from '../../kernel/config/settings.ts'
import { isPremium } from '../compliance/premiumNumbers.ts'
import { priceOf } from '../billing/pricing.ts'
import { publishedConfigOf } from '../shared/jsonColumns.ts'

/**
 * Why a tool must not transfer calls to what is written there; null when it may. `number` is null where it is decided during the call.
 * What is no number that is known beforehand cannot be held to any rule and is the operator's to permit (`ALLOW_OPEN_TRANSFERS`).
 */
export function transferProblem(number: string | null): string | null {
  const known = number === null ? null : e164(number)
  if (known !== null) return isPremium(known) ? 'Must not be a premium-rate, shared-cost, personal or satellite number' : null
  if (settings.allowOpenTransfers) return null
  return number === null ? 'Must be a fixed number (type predefined or number)' : 'Must be a phone number in E.164 format, such as +390212340100'
}

/** The numbers that an agent's calls can be transferred to by these tools, each once, in E.164. */
export const numbersIn = (tools: readonly JsonObject[]): string[] => [
  ...new Set(destinationsOf(tools).flatMap(({ number }) => (number === null ? [] : (e164(number) ?? [])))),
]

/**
 * Every number that calls of a published agent can reach by a transfer, directly or through agents that it hands calls over to: as those
 * were when it was published, and as they are now.
 */
export async function reachOf(tx: Pick<Tx, 'agent'>, { workspaceId, publishedConfig }: Pick<Agent, 'workspaceId' | 'publishedConfig'>): Promise<string[]> {
  const numbers = new Set<string>()
  const seen = new Set<number>()
  let configs = [publishedConfigOf({ publishedConfig })]
  while (configs.length > 0) {
    const next = new Set<number>()
    for (const config of configs) {
      for (const number of numbersIn(config?.tools ?? [])) numbers.add(number)
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

/** Why calls must not be held with an agent as it was published, for its own tools; null when they may. Numbers on the do-not-call list are looked at apart. */
export function publishedProblem({ id, publishedConfig }: Pick<Agent, 'id' | 'publishedConfig'>): string | null {
  const tools = publishedConfigOf({ publishedConfig })?.tools ?? []
  const wrong = destinationsOf(tools).find(({ number }) => transferProblem(number) !== null)
  return wrong ? `Agent ${id} transfers calls to a destination that is not allowed (${wrong.field}: ${transferProblem(wrong.number)}). Change the tool and publish the agent again.` : null
}

/** The first of these numbers that is on the workspace's do-not-call list, or null. */
export async function listedAmong(tx: Pick<Tx, 'dncEntry'>, workspaceId: number, numbers: readonly string[]): Promise<string | null> {
  if (numbers.length === 0) return null
  const found = await tx.dncEntry.findFirst({ where: { workspaceId, phoneNumber: { in: [...numbers] } }, select: { phoneNumber: true } })
  return found?.phoneNumber ?? null
}

/** The number with the highest price by the minute of the called one and those that the call can be transferred to; the first of equals. */
export const dearest = (called: string, transfers: readonly string[] = []): string =>
  transfers.reduce((most, number) => (priceOf(number).perMinute > priceOf(most).perMinute ? number : most), called)
