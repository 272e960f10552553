import type { WorkspaceId } from '../../kernel/vocabulary/ids.ts'
import { anyWorkspace } from '../../kernel/db/db.ts'
import { type PhoneNumber, Prisma, type ProviderAgent } from '../../generated/prisma/client.ts'
import { withMutex } from '../../kernel/liveness.ts'
import { log } from '../../kernel/log.ts'
import { isNumberTaken } from '../../providers/outcomes.ts'
import { ProviderError } from '../../providers/provider.ts'
import { selectList, sql } from '../../kernel/db/sqlText.ts'
import { statement } from '../../kernel/db/statement.ts'
import { inWorkspace } from '../../kernel/db/workspaceContext.ts'
import * as numberImports from './numberImports.ts'
import * as numbers from './numbers.ts'
import * as publishing from '../agents/publishing.ts'
import { provider } from '../voiceProviders/voiceProviders.ts'
import { ADDRESS_VERSION, targetOfNumber } from '../voiceProviders/webhookAddresses.ts'

const BATCH_SIZE = 10
const AGENT_FIELDS = Object.keys(Prisma.ProviderAgentScalarFieldEnum)

/**
 * Updates webhook URLs at voice providers for agents and numbers that were published or imported before each had its own URL. An agent
 * is published again unchanged, by an intent committed before and finished by any process; a number is routed again. Each agent and
 * number records the version of its URL, so this may be killed, run twice and run by several processes, and does nothing once all are
 * updated. The next sweep tries failures again.
 */
export async function sweep(): Promise<void> {
  await processInBatches(listDueNumbers, readdressNumber)
  await processInBatches(listDueAgents, ({ home }) => publishing.readdress(home))
}

interface Due {
  id: number
  workspaceId: WorkspaceId
}

/** Processes all due rows once, in the order of their IDs, a few at a time. */
async function processInBatches<Row extends Due>(listDue: (afterId: number) => Promise<Row[]>, work: (row: Row) => Promise<unknown>): Promise<void> {
  for (let rows = await listDue(0); rows.length > 0; rows = await listDue(rows.at(-1)!.id))
    await Promise.all(
      rows.map((row) =>
        inWorkspace(row.workspaceId, () =>
          work(row).catch((err: unknown) => log.warn({ err, id: row.id }, 'could not update a webhook URL at its voice provider yet')),
        ),
      ),
    )
}

const dueAgents = statement(
  'providerAgents.listDueAddresses',
  sql`
    select ${selectList(AGENT_FIELDS)} from provider_agents home
    where id > $afterId and abs(webhook_version) < $version and retired_at is null and exists (
      select from agents where agents.workspace_id = home.workspace_id and agents.id = home.agent_id and published ->> 'engine' = engine)
    order by id limit $count`,
  { acrossWorkspaces: 'A sweep over all agents with an old webhook URL.' },
)

const listDueAgents = async (afterId: number) => {
  const homes = await dueAgents.all({ afterId, version: ADDRESS_VERSION, count: BATCH_SIZE })
  return homes.map((home) => ({ id: home.id, workspaceId: home.workspaceId, home: home as ProviderAgent }))
}

const dueNumbers = statement(
  'numbers.listDueAddresses',
  sql`
    select ${selectList(numbers.FIELDS)} from phone_numbers
    where id > $afterId and is_active and exists (
      select from jsonb_each_text(provider_numbers) known
      where known.value is not null and abs(coalesce((webhook_versions ->> known.key)::int, 0)) < $version)
    order by id limit $count`,
  { acrossWorkspaces: 'A sweep over all numbers with an old webhook URL.' },
)

const listDueNumbers = (afterId: number) => dueNumbers.all({ afterId, version: ADDRESS_VERSION, count: BATCH_SIZE }) as Promise<PhoneNumber[]>

const readdressNumber = ({ workspaceId, id, phoneNumber }: PhoneNumber) =>
  withMutex(numberImports.lockNameOf({ phoneNumber }), async () => {
    const number = await anyWorkspace.phoneNumber.findFirst({ where: { workspaceId, id, isActive: true } })
    for (const [engine, providerNumberId] of number ? Object.entries(numberImports.providerIdsOf(number)) : []) {
      const version = (number!.webhookVersions as Record<string, number>)[engine] ?? 0
      if (providerNumberId === null || Math.abs(version) >= ADDRESS_VERSION) continue
      await provider(engine)
        .routeInbound({ e164: phoneNumber, tag: number!.tag, providerNumberId, webhook: targetOfNumber(engine, number!) })
        // A number that the provider no longer has, or has from someone else, needs no URL there.
        .catch((error: unknown) => {
          if (!(error instanceof ProviderError) || (error.kind !== 'not_found' && !isNumberTaken(error))) throw error
        })
      await numberImports.saveWebhookVersion(number!, engine)
    }
  })
