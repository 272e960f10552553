import { type Events, streamEvents } from '../../kernel/events.ts'
import { AlertSettingsInput } from '../../inputs/alerts.ts'
import { parseRowId } from '../../kernel/db/rows.ts'
import * as alerts from '../../services/alerts/alerts.ts'
import * as alertSettings from '../../services/alerts/alertSettings.ts'
import { codeOf, toText } from '../../services/alerts/alertTexts.ts'
import { actorOf, builder } from '../base/builder.ts'
import type { Context } from '../base/context.ts'
import { inputFromZod } from '../base/inputs.ts'
import { SERVER_FACTS } from '../base/operationCost.ts'
import { connection } from '../base/page.ts'
import { AlertCode, AlertEmailStatus, AlertRecipientStatus, AlertType } from '../enums/workspace.ts'

type AlertEvent = Events['alert.raised']

const AlertEmail = builder.prismaObject('AlertEmail', {
  name: 'AlertEmail',
  description: 'Email about an alert to one recipient.',
  fields: (t) => ({
    address: t.exposeString('address', { description: 'Email address of the recipient.' }),
    status: t.expose('status', { type: AlertEmailStatus }),
    attempts: t.exposeInt('attempts', { description: 'Number of attempts to send the email.' }),
    error: t.exposeString('error', { nullable: true, description: 'Why the last attempt failed. `null` if none failed.' }),
    sentAt: t.expose('sentAt', { type: 'DateTime', nullable: true, description: 'When the email was sent. `null` until then.' }),
  }),
})

const Alert = builder.prismaObject('Alert', {
  name: 'Alert',
  description: 'Alert about something that needs attention. There is at most one open alert for each type and subject.',
  fields: (t) => ({
    id: t.exposeID('id'),
    type: t.expose('type', { type: AlertType }),
    code: t.field({ type: AlertCode, description: 'What caused the alert, for a text of your own with the facts in `data`.', resolve: codeOf }),
    subject: t.exposeString('subject', {
      description: 'ID of the campaign, number or carrier connection. Empty if the alert is about the workspace.',
    }),
    title: t.string({ description: 'Title in English.', resolve: (alert) => toText(alert).title }),
    message: t.string({ description: 'Message in English.', resolve: (alert) => toText(alert).message }),
    path: t.string({ description: 'Path of the dashboard page with details.', resolve: (alert) => toText(alert).path }),
    data: t.expose('data', {
      type: 'JSON',
      description: 'Facts of the alert, depending on its code. Alerts about the balance have `balance`, `threshold` and `currency`.',
      ...SERVER_FACTS,
    }),
    raisedAt: t.expose('raisedAt', { type: 'DateTime' }),
    clearedAt: t.expose('clearedAt', { type: 'DateTime', nullable: true, description: 'When the alert was resolved. `null` if it is still open.' }),
    dismissedAt: t.expose('dismissedAt', { type: 'DateTime', nullable: true, description: 'When the alert was dismissed. `null` if it was not.' }),
    emails: t.relation('emails', {
      type: AlertEmail,
      nullable: true,
      description: 'Emails about the alert, at most 20. `null` without permission to list members.',
      authScopes: { scope: 'members:read' },
      unauthorizedResolver: () => null,
      query: { orderBy: { id: 'asc' } },
    }),
  }),
})

const AlertRecipient = builder.prismaObject('AlertRecipient', {
  name: 'AlertRecipient',
  description: 'Email address that receives alerts once it is confirmed.',
  fields: (t) => ({
    address: t.exposeString('address', { description: 'Email address of the recipient.' }),
    status: t.expose('status', { type: AlertRecipientStatus }),
    askedAt: t.expose('askedAt', { type: 'DateTime', nullable: true, description: 'When the confirmation email was last sent. `null` if it was not.' }),
    error: t.exposeString('error', { nullable: true, description: 'Why the last confirmation email was not sent. `null` if it was.' }),
    confirmedAt: t.expose('confirmedAt', { type: 'DateTime', nullable: true }),
    unsubscribedAt: t.expose('unsubscribedAt', { type: 'DateTime', nullable: true }),
  }),
})

const AlertSettings = builder.objectRef<alertSettings.AlertSettings>('AlertSettings').implement({
  description: 'Thresholds and recipients of alerts.',
  fields: (t) => ({
    failureRatePercent: t.exposeInt('failureRatePercent', {
      nullable: true,
      description: 'Percentage of failed calls that raises an alert. `null` if the alert is off.',
    }),
    failureRateCalls: t.exposeInt('failureRateCalls', { description: 'Number of recent calls used to calculate the failure rate.' }),
    webhookFailures: t.exposeInt('webhookFailures', {
      nullable: true,
      description: 'Number of consecutive failed deliveries that raises an alert. `null` if the alert is off.',
    }),
    numberUnansweredPercent: t.exposeInt('numberUnansweredPercent', {
      nullable: true,
      description: 'Percentage of unanswered calls from a number that raises an alert. `null` if the alert is off.',
    }),
    numberUnansweredCalls: t.exposeInt('numberUnansweredCalls', { description: 'Number of recent calls from the number used to calculate that percentage.' }),
    emails: t.exposeStringList('emails', { description: 'Email addresses that receive alerts.' }),
    recipients: t.field({
      type: [AlertRecipient],
      description: 'Addresses of `emails` with the status of their confirmation.',
      resolve: ({ recipients }) => recipients,
    }),
    mutedTypes: t.expose('mutedTypes', { type: [AlertType], description: 'Types of alerts that are not sent by email.' }),
    canSendEmail: t.exposeBoolean('canSendEmail', { description: 'Whether this server can send email. If it cannot, alerts appear in the dashboard only.' }),
  }),
})

builder.queryFields((t) => ({
  alerts: t.connection({
    type: Alert,
    description: 'List alerts, newest first.',
    authScopes: { scope: 'billing:read' },
    args: { openOnly: t.arg.boolean({ defaultValue: false, description: 'Whether to list only alerts that are neither resolved nor dismissed.' }) },
    resolve: async (_, { first, after, openOnly }, ctx) => connection(await alerts.list(actorOf(ctx), { first, after }, openOnly ?? false), after),
  }),
  alertSettings: t.field({
    type: AlertSettings,
    description: 'Get the thresholds and recipients of alerts.',
    authScopes: { scope: 'members:read' },
    resolve: (_, __, ctx) => alertSettings.get(actorOf(ctx)),
  }),
}))

builder.mutationFields((t) => ({
  dismissAlert: t.field({
    type: Alert,
    description: 'Dismiss an alert for the whole workspace.',
    authScopes: { scope: 'billing:write' },
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, ctx) => alerts.dismiss(actorOf(ctx), parseRowId(id, 'Alert')),
  }),
  updateAlertSettings: t.field({
    type: AlertSettings,
    description: 'Update the thresholds and recipients of alerts. Omitted fields keep their value. New thresholds apply immediately, also to open alerts.',
    authScopes: { scope: 'members:write' },
    args: { input: t.arg({ type: inputFromZod('AlertSettingsInput', AlertSettingsInput), required: true }) },
    resolve: (_, { input }, ctx) => alertSettings.update(actorOf(ctx), input),
  }),
  resendAlertConfirmation: t.field({
    type: AlertSettings,
    description: 'Resend the confirmation email to an address, at most once a day.',
    authScopes: { scope: 'members:write' },
    args: { address: t.arg.string({ required: true }) },
    resolve: (_, { address }, ctx) => alertSettings.resendConfirmation(actorOf(ctx), address),
  }),
}))

/** Streams alerts, starting with the open ones, so that a new subscriber misses none. */
async function watch(ctx: Context) {
  const { workspaceId } = actorOf(ctx)
  const events = streamEvents('alert.raised', (event) => event.workspaceId === workspaceId)
  for (const { id } of await alerts.listOpen(actorOf(ctx))) events.push({ workspaceId, alertId: id })
  return events
}

builder.subscriptionFields((t) => ({
  alertRaised: t.field({
    type: Alert,
    description: 'Watch alerts. Sends all open alerts, then each new one.',
    authScopes: { scope: 'billing:read' },
    subscribe: (_, __, ctx) => watch(ctx),
    resolve: (event, _, ctx) => alerts.get(actorOf(ctx), (event as AlertEvent).alertId),
  }),
}))
