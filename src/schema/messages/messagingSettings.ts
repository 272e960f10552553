import { MessagingSettingsInput } from '../../inputs/messages.ts'
import * as messagingSettings from '../../services/messages/messagingSettings.ts'
import { actorOf, builder } from '../base/builder.ts'
import { inputFromZod } from '../base/inputs.ts'

const MessagingSettings = builder.objectRef<messagingSettings.MessagingSettings>('MessagingSettings').implement({
  description: 'Automatic replies to STOP, START and HELP. Their effect on the do-not-call list cannot be changed.',
  fields: (t) => ({
    replies: t.exposeBoolean('replies', { description: 'Whether Callwright replies to these keywords if the carrier does not.' }),
    helpText: t.exposeString('helpText', { nullable: true, description: 'Reply to HELP. `null` for the default reply in the language of the keyword.' }),
    stopText: t.exposeString('stopText', {
      nullable: true,
      description: 'Reply to STOP, which is the last message to that number. `null` for the default reply in the language of the keyword.',
    }),
    startText: t.exposeString('startText', { nullable: true, description: 'Reply to START. `null` for the default reply in the language of the keyword.' }),
  }),
})

builder.queryFields((t) => ({
  messagingSettings: t.field({
    type: MessagingSettings,
    description: 'Get the automatic replies to STOP, START and HELP.',
    authScopes: { scope: 'numbers:read' },
    resolve: (_, __, ctx) => messagingSettings.get(actorOf(ctx)),
  }),
}))

builder.mutationFields((t) => ({
  updateMessagingSettings: t.field({
    type: MessagingSettings,
    description: 'Update the automatic replies to STOP, START and HELP. Omitted fields keep their value. `null` restores the default reply.',
    authScopes: { scope: 'numbers:write' },
    args: { input: t.arg({ type: inputFromZod('MessagingSettingsInput', MessagingSettingsInput), required: true }) },
    resolve: (_, { input }, ctx) => messagingSettings.update(actorOf(ctx), input),
  }),
}))
