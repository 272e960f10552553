import type { WorkspaceId } from '../../kernel/vocabulary/ids.ts'
import type { Actor } from '../../kernel/vocabulary/actor.ts'
import { db, transaction, type Tx } from '../../kernel/db/db.ts'
import { badRequest } from '../../kernel/vocabulary/errors.ts'
import type { AlertRecipient } from '../../generated/prisma/client.ts'
import type { AlertSettingsInput } from '../../inputs/alerts.ts'
import { canSendEmail } from '../../kernel/mail.ts'
import * as callAlerts from './callAlerts.ts'
import * as alertRecipients from './alertRecipients.ts'
import * as alertThresholds from './alertThresholds.ts'
import * as webhookAlerts from './webhookAlerts.ts'

/** The settings as clients see them. */
export type AlertSettings = alertThresholds.Thresholds & {
  /** Whether this server can send email. */
  canSendEmail: boolean
  /** The addresses of `emails` with their confirmation status. */
  recipients: AlertRecipient[]
}

const toPublic = async (client: Pick<Tx, 'alertRecipient'>, workspaceId: WorkspaceId, { ...settings }: alertThresholds.Thresholds): Promise<AlertSettings> => ({
  ...settings,
  canSendEmail: canSendEmail(),
  recipients: await alertRecipients.list(client, workspaceId, settings.emails),
})

export const get = async ({ workspaceId }: Actor): Promise<AlertSettings> => toPublic(db, workspaceId, await alertThresholds.read(db, workspaceId))

/** Sends the confirmation email again. Throws the errors of `alertRecipients.resend`. */
export async function resendConfirmation(actor: Actor, address: string): Promise<AlertSettings> {
  await alertRecipients.resend(actor, address)
  return get(actor)
}

/**
 * Changes the given fields. New limits apply at once: alerts are raised and cleared by them. Requests confirmation from new addresses.
 * Throws BAD_REQUEST if no field is given.
 */
export async function update({ workspaceId }: Actor, input: AlertSettingsInput): Promise<AlertSettings> {
  const { failureRateCalls, numberUnansweredCalls, emails, mutedTypes, ...limits } = input
  const changes = {
    ...limits,
    ...(failureRateCalls !== undefined && { failureRateCalls: failureRateCalls ?? alertThresholds.DEFAULTS.failureRateCalls }),
    ...(numberUnansweredCalls !== undefined && { numberUnansweredCalls: numberUnansweredCalls ?? alertThresholds.DEFAULTS.numberUnansweredCalls }),
    ...(emails !== undefined && { emails: [...new Set(emails)] }),
    ...(mutedTypes !== undefined && { mutedTypes: [...new Set(mutedTypes)] }),
  }
  if (Object.values(changes).every((value) => value === undefined)) throw badRequest('no_changes')
  return transaction(async (tx) => {
    const row = await tx.alertSettings.upsert({ where: { workspaceId }, create: { workspaceId, ...changes }, update: changes })
    await callAlerts.evaluateAll(tx, workspaceId)
    await webhookAlerts.evaluateAll(tx, workspaceId)
    await alertRecipients.requestConfirmation(tx, workspaceId, row.emails)
    return toPublic(tx, workspaceId, row)
  })
}
