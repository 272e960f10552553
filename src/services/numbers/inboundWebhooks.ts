import type { Tx } from '../../kernel/db/db.ts'
import type { CarrierConnection, PhoneNumber } from '../../generated/prisma/client.ts'
import { sql, type SqlText } from '../../kernel/db/sqlText.ts'
import { statement } from '../../kernel/db/statement.ts'

const confirmWebhook = (condition: SqlText) => sql`
  update phone_numbers set sms_missing = array_remove(sms_missing, 'inbound_webhook')
  where workspace_id = $workspaceId and ${condition} and 'inbound_webhook' = any(sms_missing)`

const confirmOfNumber = statement('numbers.confirmWebhook', confirmWebhook(sql`id = $id`))
const confirmOfConnection = statement('numbers.confirmWebhookOfConnection', confirmWebhook(sql`connection_id = $connectionId`))

/** Clears `inbound_webhook` from the number's missing items: an SMS arrived, so the webhook URL is set at the carrier. */
export async function confirm(tx: Tx, { workspaceId, id, smsMissing }: PhoneNumber): Promise<void> {
  if (smsMissing.includes('inbound_webhook')) await confirmOfNumber.run({ workspaceId, id }, tx)
}

/** Clears `inbound_webhook` from all numbers of a connection: a request arrived, so the webhook URL is set at the carrier. */
export async function confirmAll(tx: Tx, { workspaceId, id }: CarrierConnection): Promise<void> {
  await confirmOfConnection.run({ workspaceId, connectionId: id }, tx)
}
