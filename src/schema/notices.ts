import { type Events, stream } from '../kernel/events.ts'
import { NOTICE_KINDS, NoticeSettingsInput } from '../inputs/notices.ts'
import { rowId } from '../kernel/db/rows.ts'
import * as notices from '../services/notices/notices.ts'
import * as noticeSettings from '../services/notices/noticeSettings.ts'
import { textOf } from '../services/notices/noticeTexts.ts'
import { actorOf, builder } from './builder.ts'
import type { Context } from './context.ts'
import { inputFromZod } from './inputs.ts'
import { connection } from './page.ts'

type NoticeEvent = Events['notice.raised']

const NoticeEmail = builder.prismaObject('NoticeMail', {
  name: 'NoticeEmail',
  description: 'An e-mail about a notice to one address',
  fields: (t) => ({
    address: t.exposeString('address'),
    state: t.exposeString('state', { description: 'queued, sent or failed' }),
    attempts: t.exposeInt('attempts', { description: 'How often the mail server was asked to take it' }),
    error: t.exposeString('error', { nullable: true, description: 'Why it failed, or what stood in the way last' }),
    sentAt: t.expose('sentAt', { type: 'DateTime', nullable: true }),
  }),
})

const Notice = builder.prismaObject('Notice', {
  description: 'Something the people of the workspace should know. Of one kind and subject at most one stands at a time',
  fields: (t) => ({
    id: t.exposeID('id'),
    kind: t.exposeString('kind', { description: NOTICE_KINDS.join(', ') }),
    subject: t.exposeString('subject', {
      description: 'The id of the campaign, number or carrier connection that it is about; empty where it is about the whole workspace',
    }),
    title: t.string({ description: 'What it says in a few words, in English', resolve: (notice) => textOf(notice).title }),
    message: t.string({ description: 'What it says in full, in English', resolve: (notice) => textOf(notice).message }),
    path: t.string({ description: 'Where in the web interface it is looked into', resolve: (notice) => textOf(notice).path }),
    data: t.expose('data', {
      type: 'JSON',
      description: 'The facts it is made of, by kind: `balance`, `threshold` and `currency` for those about the balance',
    }),
    raisedAt: t.expose('raisedAt', { type: 'DateTime' }),
    clearedAt: t.expose('clearedAt', { type: 'DateTime', nullable: true, description: 'Since when its cause is gone' }),
    dismissedAt: t.expose('dismissedAt', { type: 'DateTime', nullable: true, description: 'Since when nobody wants to see it any more' }),
    emails: t.relation('mails', {
      type: NoticeEmail,
      nullable: true,
      description: 'The e-mails about it, at most 20; null for whoever may not see the members',
      authScopes: { scope: 'members:read' },
      unauthorizedResolver: () => null,
      query: { orderBy: { id: 'asc' } },
    }),
  }),
})

const NoticeRecipient = builder.prismaObject('NoticeRecipient', {
  description: 'An email address that receives alerts once it is confirmed.',
  fields: (t) => ({
    address: t.exposeString('address'),
    state: t.exposeString('state', { description: 'pending, confirmed or unsubscribed' }),
    askedAt: t.expose('askedAt', { type: 'DateTime', nullable: true, description: 'When the confirmation email was last sent' }),
    error: t.exposeString('error', { nullable: true, description: 'Why the last confirmation email was not sent' }),
    confirmedAt: t.expose('confirmedAt', { type: 'DateTime', nullable: true }),
    unsubscribedAt: t.expose('unsubscribedAt', { type: 'DateTime', nullable: true }),
  }),
})

const NoticeSettings = builder.objectRef<noticeSettings.NoticeSettings>('NoticeSettings').implement({
  description: 'When notices are raised, and who is told by e-mail',
  fields: (t) => ({
    failureRatePercent: t.exposeInt('failureRatePercent', { nullable: true, description: 'Percent of the latest calls that failed; null raises none' }),
    failureRateCalls: t.exposeInt('failureRateCalls', { description: 'How many of the latest calls are looked at' }),
    webhookFailures: t.exposeInt('webhookFailures', { nullable: true, description: 'Deliveries given up one after the other; null raises none' }),
    numberUnansweredPercent: t.exposeInt('numberUnansweredPercent', {
      nullable: true,
      description: 'Percent of the latest calls from a number that reached nobody; null raises none',
    }),
    numberUnansweredCalls: t.exposeInt('numberUnansweredCalls', { description: 'How many of its latest calls are looked at' }),
    emails: t.exposeStringList('emails', { description: 'Who is told by e-mail' }),
    recipients: t.field({
      type: [NoticeRecipient],
      description: 'Addresses of `emails` with the status of their confirmation.',
      resolve: ({ recipients }) => recipients,
    }),
    mutedKinds: t.exposeStringList('mutedKinds', { description: 'Kinds that are not told by e-mail' }),
    canMail: t.exposeBoolean('canMail', { description: 'Whether this installation has a mail server; without one nobody is told by e-mail' }),
  }),
})

builder.queryFields((t) => ({
  notices: t.connection({
    type: Notice,
    authScopes: { scope: 'billing:read' },
    args: { openOnly: t.arg.boolean({ defaultValue: false, description: 'Only those that are neither cleared nor dismissed' }) },
    resolve: async (_, { first, after, openOnly }, ctx) => connection(await notices.list(actorOf(ctx), { first, after }, openOnly ?? false), after),
  }),
  noticeSettings: t.field({
    type: NoticeSettings,
    authScopes: { scope: 'members:read' },
    resolve: (_, __, ctx) => noticeSettings.get(actorOf(ctx)),
  }),
}))

builder.mutationFields((t) => ({
  dismissNotice: t.field({
    type: Notice,
    description: 'Takes a notice out of sight, for everybody in the workspace',
    authScopes: { scope: 'billing:write' },
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, ctx) => notices.dismiss(actorOf(ctx), rowId(id, 'Notice')),
  }),
  updateNoticeSettings: t.field({
    type: NoticeSettings,
    description: 'An absent field stays as it is. New limits hold at once, for what is open too',
    authScopes: { scope: 'members:write' },
    args: { input: t.arg({ type: inputFromZod('NoticeSettingsInput', NoticeSettingsInput), required: true }) },
    resolve: (_, { input }, ctx) => noticeSettings.update(actorOf(ctx), input),
  }),
  resendNoticeConfirmation: t.field({
    type: NoticeSettings,
    description: 'Resend the confirmation email to an address, at most once a day.',
    authScopes: { scope: 'members:write' },
    args: { address: t.arg.string({ required: true }) },
    resolve: (_, { address }, ctx) => noticeSettings.resendConfirmation(actorOf(ctx), address),
  }),
}))

/** Begins with the open notices, so that who comes late misses nothing. */
async function watch(ctx: Context) {
  const { workspaceId } = actorOf(ctx)
  const events = stream('notice.raised', (event) => event.workspaceId === workspaceId)
  for (const { id } of await notices.open(actorOf(ctx))) events.push({ workspaceId, noticeId: id })
  return events
}

builder.subscriptionFields((t) => ({
  noticeRaised: t.field({
    type: Notice,
    description: 'Every open notice, and each that is raised from now on',
    authScopes: { scope: 'billing:read' },
    subscribe: (_, __, ctx) => watch(ctx),
    resolve: (event, _, ctx) => notices.get(actorOf(ctx), (event as NoticeEvent).noticeId),
  }),
}))
