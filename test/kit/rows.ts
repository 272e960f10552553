import { randomUUID } from 'node:crypto'
import type { CarrierName } from '../../src/kernel/vocabulary/carrierNames.ts'
import { anyWorkspace, transaction } from '../../src/kernel/db/db.ts'
import type { Message, Prisma } from '../../src/generated/prisma/client.ts'
import { sha256 } from '../../src/kernel/crypto/ids.ts'
import * as conversations from '../../src/services/messages/conversations.ts'

/** A bare call row with an agent of its own, for tests of what hangs on one. */
export async function makeCall(workspaceId: number) {
  const agent = await anyWorkspace.agent.create({
    data: { workspaceId, name: 'Agent', lang: 'en-US', voiceEngine: 'retell', model: 'gpt-4.1-mini', generalTools: [], postCallAnalysisData: [] },
  })
  return anyWorkspace.call.create({
    data: {
      workspaceId,
      ref: randomUUID(),
      agentId: agent.id,
      fromNumber: '+12125550001',
      toNumber: '+12125550009',
      provider: 'retell',
      providerAgent: {},
      recorded: true,
      recordingReason: 'enabled',
      detail: { create: {} },
    },
  })
}

let people = 0
/** What somebody gives to sign up; somebody else each time. */
export const person = () => ({ email: `person${(people += 1)}@example.com`, password: 'correct horse', name: 'Person', workspaceName: 'Acme' })

/** A bare number that can text, with a connection at its carrier, for tests of what hangs on them. */
export async function makeTexter(workspaceId: number, phoneNumber = '+14155550142', carrier: CarrierName = 'twilio') {
  const owned = { workspaceId, carrier, externalOwnerId: randomUUID() }
  const token = randomUUID()
  const connection = await anyWorkspace.carrierConnection.create({
    data: { ...owned, accountId: 'account', sealed: new Uint8Array(1), keyId: 'none', hookHash: sha256(token), smsMissing: [], verifiedAt: new Date() },
  })
  const number = await anyWorkspace.phoneNumber.create({ data: { workspaceId, phoneNumber, carrier, connectionId: connection.id, smsReady: true } })
  return { number, connection }
}

/** A bare outbound text that is on its way to the carrier, and a promise of so much money to it if one is named. */
export async function makeMessage(
  { number, connection }: Awaited<ReturnType<typeof makeTexter>>,
  data: Partial<Prisma.MessageUncheckedCreateInput> = {},
): Promise<Message> {
  const { workspaceId } = number
  const toNumber = data.toNumber ?? '+14155550200'
  const conversationId = await transaction((tx) => conversations.findOrCreate(tx, { workspaceId, numberId: number.id, peer: toNumber }))
  const message = await anyWorkspace.message.create({
    data: {
      workspaceId,
      ref: randomUUID(),
      conversationId,
      numberId: number.id,
      connectionId: connection.id,
      direction: 'outbound',
      fromNumber: number.phoneNumber,
      toNumber,
      body: 'Hello',
      segments: 1,
      media: [],
      carrier: connection.carrier,
      status: 'queued',
      dispatch: 'sending',
      ...data,
    },
  })
  if (message.holdMicros !== null) await anyWorkspace.wallet.update({ where: { workspaceId }, data: { held: { increment: message.holdMicros } } })
  return message
}
