import { PasswordResetInput } from '../../inputs/accounts.ts'
import * as passwordResets from '../../services/access/sessions/passwordResets.ts'
import { addressOf } from './accounts.ts'
import { builder } from '../base/builder.ts'
import { inputFromZod } from '../base/inputs.ts'

const PasswordResetOffer = builder.objectRef<Awaited<ReturnType<typeof passwordResets.find>>>('PasswordResetOffer').implement({
  description: 'Account that a password reset link belongs to.',
  fields: (t) => ({
    email: t.exposeString('email', { description: 'Email address of the account.' }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime' }),
  }),
})

builder.queryField('passwordResetOffer', (t) =>
  t.field({
    type: PasswordResetOffer,
    description: 'Get the account that a password reset link belongs to, by the secret after its `#`. `NOT_FOUND` if the link does not work.',
    authScopes: { public: true },
    args: { secret: t.arg.string({ required: true, description: 'Part of the link after the `#`.' }) },
    resolve: (_, { secret }, ctx) => passwordResets.find(secret, addressOf(ctx)),
  }),
)

builder.mutationField('resetPassword', (t) =>
  t.field({
    type: 'Boolean',
    description: 'Set a new password with a one-time link from the server administrator. All sessions of the account end.',
    authScopes: { public: true },
    args: { input: t.arg({ type: inputFromZod('PasswordResetInput', PasswordResetInput), required: true }) },
    resolve: async (_, { input }, ctx) => {
      await passwordResets.complete(input, addressOf(ctx))
      return true
    },
  }),
)
