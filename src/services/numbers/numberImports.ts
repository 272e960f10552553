import { SIMULATED_CARRIER } from '../../kernel/vocabulary/carrierNames.ts'
import { notFound, unprocessable } from '../../kernel/vocabulary/errors.ts'
import type { PhoneNumber } from '../../generated/prisma/client.ts'
import { withMutex } from '../../kernel/liveness.ts'
import { isNumberTaken } from '../../providers/outcomes.ts'
import { isSimulated } from '../../kernel/config/simulation.ts'
import { selectList, sql } from '../../kernel/db/sqlText.ts'
import { statement } from '../../kernel/db/statement.ts'
import { inWorkspace } from '../../kernel/db/workspaceContext.ts'
import * as numbers from './numbers.ts'
import * as trunks from './trunks.ts'
import { provider } from '../voiceProviders/voiceProviders.ts'
import { ADDRESS_VERSION, targetOfNumber } from '../voiceProviders/webhookAddresses.ts'

/** A number's IDs at its voice providers. `null` while it is being imported, or if a process died during the import. */
export const providerIdsOf = ({ providerNumbers }: Pick<PhoneNumber, 'providerNumbers'>) => providerNumbers as Record<string, string | null>

/** The lock under which a number is changed at carriers and voice providers, in whichever workspace it is. */
export const lockNameOf = ({ phoneNumber }: Pick<PhoneNumber, 'phoneNumber'>) => `number:${phoneNumber}`

/**
 * Returns the number's ID at a voice provider. Imports the number the first time. Throws UNPROCESSABLE_ENTITY if the number is
 * disconnected, cannot place calls, or its trunk is unknown.
 */
export async function ensureImported(number: PhoneNumber, engine: string): Promise<string> {
  if (!number.isActive) throw unprocessable('number_disconnected')
  if (number.carrier === SIMULATED_CARRIER && !isSimulated(engine)) throw unprocessable('simulated_number_cannot_call')
  const existing = providerIdsOf(number)[engine]
  if (existing) return existing
  const id = await withMutex(lockNameOf(number), async () => importNumber(await numbers.get(number, number.id), engine))
  if (id !== null) return id
  throw unprocessable('number_without_trunk', { voice_engine: engine })
}

/**
 * Imports a number at a voice provider. Call it under the number's lock. Returns null if no route is known. Records the import before
 * the request, so that disconnecting the number always removes it there; a number that the provider has from someone else stays.
 */
export async function importNumber(number: PhoneNumber, engine: string): Promise<string | null> {
  if (!number.isActive) throw notFound('Phone number')
  const existing = providerIdsOf(number)[engine]
  if (existing) return existing
  const numberRoute = await trunks.findRoute(number, engine)
  if (!numberRoute) return null
  await removeReleasedLinks(number, engine)
  if (!(engine in providerIdsOf(number))) await saveProviderId(number, engine, null)
  const id = await provider(engine)
    .importNumber({ e164: number.phoneNumber, tag: number.tag, label: number.label, webhook: targetOfNumber(engine, number), ...numberRoute })
    .catch(async (error: unknown) => {
      if (isNumberTaken(error)) await deleteProviderId(number, engine)
      throw error
    })
  await saveProviderId(number, engine, id)
  return id
}

/** Removes a number from a voice provider. Call it under the number's lock. It is no error if the number is already gone. */
export async function removeFromProvider(number: PhoneNumber, engine: string): Promise<void> {
  const id = providerIdsOf(number)[engine]
  if (id === undefined) return
  await provider(engine).releaseNumber({ e164: number.phoneNumber, tag: number.tag, providerNumberId: id, webhook: targetOfNumber(engine, number) })
  await deleteProviderId(number, engine)
}

const listReleasedLinks = statement(
  'numbers.listReleasedLinks',
  sql`
    select ${selectList(numbers.FIELDS)} from phone_numbers
    where phone_number = $phoneNumber and not is_active and provider_numbers ? $engine and id <> $id`,
  { acrossWorkspaces: 'Another workspace may have had the number before.' },
)

/** Removes what disconnected rows of the same number left at the provider, because it leads to another trunk. */
async function removeReleasedLinks({ id, phoneNumber }: PhoneNumber, engine: string): Promise<void> {
  for (const other of await listReleasedLinks.all({ id, phoneNumber, engine }))
    await inWorkspace(other.workspaceId, () => removeFromProvider(other as PhoneNumber, engine))
}

const setProviderId = statement(
  'numbers.setProviderId',
  sql`
    update phone_numbers set provider_numbers = provider_numbers || jsonb_build_object($engine::text, $providerNumberId?::text),
      webhook_versions = webhook_versions || jsonb_build_object($engine::text, $version::int)
    where workspace_id = $workspaceId and id = $id`,
)

/** Saves the number's ID at the provider. With an ID the provider has the number's webhook URL too; without, it may have any. */
const saveProviderId = ({ workspaceId, id }: PhoneNumber, engine: string, providerNumberId: string | null) =>
  setProviderId.run({ workspaceId, id, engine, providerNumberId, version: providerNumberId === null ? 0 : ADDRESS_VERSION })

const setWebhookVersion = statement(
  'numbers.setWebhookVersion',
  sql`
    update phone_numbers set webhook_versions = webhook_versions || jsonb_build_object($engine::text, $version::int)
    where workspace_id = $workspaceId and id = $id and provider_numbers ? $engine::text`,
)

/** Records that the provider has the number's current webhook URL. */
export const saveWebhookVersion = ({ workspaceId, id }: PhoneNumber, engine: string) =>
  setWebhookVersion.run({ workspaceId, id, engine, version: ADDRESS_VERSION })

const removeProviderId = statement(
  'numbers.removeProviderId',
  sql`
    update phone_numbers set provider_numbers = provider_numbers - $engine::text, webhook_versions = webhook_versions - $engine::text
    where workspace_id = $workspaceId and id = $id`,
)

/** Records that the provider does not have the number. */
export const deleteProviderId = ({ workspaceId, id }: PhoneNumber, engine: string) => removeProviderId.run({ workspaceId, id, engine })
