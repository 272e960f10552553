import type { CarrierConnectionId } from '../../kernel/vocabulary/ids.ts'
import type { Actor } from '../../kernel/vocabulary/actor.ts'
import { transaction } from '../../kernel/db/db.ts'
import { conflict } from '../../kernel/vocabulary/errors.ts'
import * as carrierConnections from '../carriers/carrierConnections.ts'

/** Disconnects an account. Throws CONFLICT while it has active numbers or numbers being released. Released numbers stay without it. */
export const disconnect = (actor: Actor, id: CarrierConnectionId): Promise<number> =>
  transaction(async (tx) => {
    await carrierConnections.lock(tx, actor, id)
    const ofConnection = { workspaceId: actor.workspaceId, connectionId: id }
    const numbers = await tx.phoneNumber.groupBy({ by: ['isActive'], where: { ...ofConnection, setup: { not: 'released' } }, _count: true })
    if (numbers.some(({ isActive }) => isActive)) throw conflict('carrier_has_numbers')
    if (numbers.length > 0) throw conflict('carrier_number_disconnecting')
    await tx.phoneNumber.updateMany({ where: ofConnection, data: { connectionId: null } })
    await carrierConnections.remove(tx, actor, id)
    return id
  })
