import { SIMULATED_CARRIER } from '../../kernel/vocabulary/carrierNames.ts'
import { db } from '../../kernel/db/db.ts'
import { notFound, unprocessable } from '../../kernel/vocabulary/errors.ts'
import type { PhoneNumber } from '../../generated/prisma/client.ts'
import { alone } from '../../kernel/liveness.ts'
import { isTaken } from '../../providers/outcomes.ts'
import { isSimulated } from '../../kernel/config/simulation.ts'
import { columns, query, sql } from '../../kernel/db/sql.ts'
import * as numbers from './numbers.ts'
import * as trunks from './trunks.ts'
import { provider } from '../voiceProviders/voiceProviders.ts'
import { ADDRESS_VERSION, targetOfNumber } from '../voiceProviders/webhookAddresses.ts'

/** Ids of a number at the voice providers that know it; null where it is being brought there, or may have been when a process died. */
export const idsOf = ({ providerNumbers }: Pick<PhoneNumber, 'providerNumbers'>) => providerNumbers as Record<string, string | null>

/** Under that name one work after another is done to a number at carriers and voice providers, whoever has it linked. */
export const lockOf = ({ phoneNumber }: Pick<PhoneNumber, 'phoneNumber'>) => `number:${phoneNumber}`

/**
 * The number's id at a voice provider, which gets to know it the first time. UNPROCESSABLE_ENTITY for a number that is released, one
 * that cannot be called from, and one whose trunk nobody knows.
 */
export async function atProvider(number: PhoneNumber, engine: string): Promise<string> {
  if (!number.isActive) throw unprocessable('This number is disconnected.')
  if (number.carrier === SIMULATED_CARRIER && !isSimulated(engine))
    throw unprocessable('A simulated number cannot place real calls. Connect a number of your own with POST /phone-numbers/link.')
  const known = idsOf(number)[engine]
  if (known) return known
  const id = await alone(lockOf(number), async () => bring(await numbers.get(number, number.id), engine))
  if (id !== null) return id
  throw unprocessable(`Callwright does not know the SIP trunk through which ${engine} reaches this number. Disconnect the number and connect it again with sip.`)
}

/**
 * Brings a number to a voice provider, under its lock; null where no way to it is known. That it may be there is noted before,
 * so that whatever happens it is taken away again on release; one that is there already and not ours is not.
 */
export async function bring(number: PhoneNumber, engine: string): Promise<string | null> {
  if (!number.isActive) throw notFound('Phone number')
  const known = idsOf(number)[engine]
  if (known) return known
  const way = await trunks.wayTo(number, engine)
  if (!way) return null
  await takeFromOthers(number, engine)
  if (!(engine in idsOf(number))) await note(number, engine, null)
  const id = await provider(engine)
    .importNumber({ e164: number.phoneNumber, tag: number.tag, label: number.label, webhook: targetOfNumber(engine, number), ...way })
    .catch(async (error: unknown) => {
      if (isTaken(error)) await forget(number, engine)
      throw error
    })
  await note(number, engine, id)
  return id
}

/** Takes a number away from a voice provider, under its lock; what is gone there already is no error. */
export async function take(number: PhoneNumber, engine: string): Promise<void> {
  const id = idsOf(number)[engine]
  if (id === undefined) return
  await provider(engine).releaseNumber({ e164: number.phoneNumber, tag: number.tag, providerNumberId: id, webhook: targetOfNumber(engine, number) })
  await forget(number, engine)
}

/** What a released link of the number left there must not be used: it leads to another trunk. */
async function takeFromOthers({ id, phoneNumber }: PhoneNumber, engine: string): Promise<void> {
  const left = await query<PhoneNumber>(
    sql`select ${columns(numbers.FIELDS)} from phone_numbers where phone_number = ${phoneNumber} and not is_active and provider_numbers ? ${engine}::text and id <> ${id}`,
  )
  for (const other of left) await take(other, engine)
}

/** Notes the number's id there. With one the provider has the number's webhook address too; before, it may have any. */
const note = ({ workspaceId, id }: PhoneNumber, engine: string, providerNumberId: string | null) =>
  db.$executeRaw`update phone_numbers set provider_numbers = provider_numbers || jsonb_build_object(${engine}::text, ${providerNumberId}::text),
      webhook_versions = webhook_versions || jsonb_build_object(${engine}::text, ${providerNumberId === null ? 0 : ADDRESS_VERSION}::int)
    where workspace_id = ${workspaceId} and id = ${id}`

/** Notes that the provider has the number's webhook address. */
export const noteAddress = ({ workspaceId, id }: PhoneNumber, engine: string) =>
  db.$executeRaw`update phone_numbers set webhook_versions = webhook_versions || jsonb_build_object(${engine}::text, ${ADDRESS_VERSION}::int)
    where workspace_id = ${workspaceId} and id = ${id} and provider_numbers ? ${engine}::text`

/** Notes that the provider does not have it. */
export const forget = ({ workspaceId, id }: PhoneNumber, engine: string) =>
  db.$executeRaw`update phone_numbers set provider_numbers = provider_numbers - ${engine}::text, webhook_versions = webhook_versions - ${engine}::text where workspace_id = ${workspaceId} and id = ${id}`
