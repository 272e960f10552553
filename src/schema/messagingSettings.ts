import { MessagingSettingsInput } from '../inputs/messages.ts'
import * as messagingSettings from '../services/messages/messagingSettings.ts'
import { actorOf, builder } from './builder.ts'
import { inputFromZod } from './inputs.ts'

const MessagingSettings = builder.objectRef<messagingSettings.MessagingSettings>('MessagingSettings').implement({
  description: 'How the workspace answers STOP, START and HELP. What they do to the do-not-call list is not a matter of settings',
  fields: (t) => ({
    replies: t.exposeBoolean('replies', { description: 'Whether they are answered where the carrier does not do so itself' }),
    helpText: t.exposeString('helpText', { nullable: true, description: 'Answer to HELP; our own words, in the language of the keyword, when null' }),
    stopText: t.exposeString('stopText', { nullable: true, description: 'Answer to STOP, the last text that its sender gets' }),
    startText: t.exposeString('startText', { nullable: true, description: 'Answer to START' }),
  }),
})

builder.queryFields((t) => ({
  messagingSettings: t.field({
    type: MessagingSettings,
    authScopes: { scope: 'numbers:read' },
    resolve: (_, __, ctx) => messagingSettings.get(actorOf(ctx)),
  }),
}))

builder.mutationFields((t) => ({
  updateMessagingSettings: t.field({
    type: MessagingSettings,
    description: 'An absent field stays as it is; null brings our own words back',
    authScopes: { scope: 'numbers:write' },
    args: { input: t.arg({ type: inputFromZod('MessagingSettingsInput', MessagingSettingsInput), required: true }) },
    resolve: (_, { input }, ctx) => messagingSettings.update(actorOf(ctx), input),
  }),
}))
