import { parseRowId } from '../kernel/db/rows.ts'
import { DncRegisterInput, type RegisterType } from '../inputs/dncRegisters.ts'
import * as registers from '../services/compliance/registers/registers.ts'
import { actorOf, builder } from './base/builder.ts'
import { inputFromZod } from './base/inputs.ts'
import { DncRegisterStatus, DncRegisterType } from './enums/registers.ts'

export const DncRegister = builder.objectRef<registers.DncRegister>('DncRegister').implement({
  description: 'Do-not-call register or suppression list. Callwright calls none of its numbers, also after it has expired. Only hashes of them are stored.',
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    type: t.field({ type: DncRegisterType, resolve: ({ type }) => type as RegisterType }),
    country: t.exposeString('country', { nullable: true, description: 'ISO 3166 code of the country of its numbers.' }),
    source: t.exposeString('source', { nullable: true, description: 'Where the numbers are from.' }),
    status: t.expose('status', { type: DncRegisterStatus }),
    isShared: t.exposeBoolean('isShared', { description: 'Whether the server administrator loaded it for all workspaces. Only they can change it.' }),
    numbers: t.exposeInt('numbers', { description: 'Count of its numbers.' }),
    invalidLines: t.exposeInt('invalidLines', { description: 'Lines of its file that are not phone numbers.' }),
    invalidAt: t.intList({ description: 'Positions of the first of these lines, from 1.', resolve: ({ invalidAt }) => invalidAt ?? [] }),
    washedAt: t.expose('washedAt', { type: 'DateTime', nullable: true, description: 'As of when the numbers are. `null` before the first file.' }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When a newer file is due, by `validDays` or the rule of the country. `null` if never.',
    }),
    isExpired: t.exposeBoolean('isExpired', { description: 'Whether a newer file is due.' }),
    validDays: t.exposeInt('validDays', { nullable: true, description: 'Days after which it expires. `null` for those of the country’s rule.' }),
    error: t.exposeString('error', { nullable: true, description: 'Why the last file could not be loaded. `null` if it was.' }),
    loadedAt: t.expose('loadedAt', { type: 'DateTime', nullable: true, description: 'When its numbers were loaded.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
  }),
})

builder.queryFields((t) => ({
  dncRegisters: t.field({
    type: [DncRegister],
    description: 'List the do-not-call registers and suppression lists of the workspace, then those of the server.',
    authScopes: { scope: 'compliance:read' },
    resolve: (_parent, _args, ctx) => registers.list(actorOf(ctx)),
  }),
}))

builder.mutationFields((t) => ({
  createDncRegister: t.field({
    type: DncRegister,
    description: 'Create a register without numbers. Upload its file with PUT to /uploads/registers/ and its ID.',
    authScopes: { scope: 'compliance:write' },
    args: { input: t.arg({ type: inputFromZod('DncRegisterInput', DncRegisterInput), required: true }) },
    resolve: (_, { input }, ctx) => registers.create(actorOf(ctx), input),
  }),
  deleteDncRegister: t.id({
    description: 'Delete a register of the workspace. Its numbers can be called again, unless another list has them. Returns its ID.',
    authScopes: { scope: 'compliance:write' },
    args: { id: t.arg.id({ required: true }) },
    resolve: async (_, { id }, ctx) => {
      const registerId = parseRowId(id, 'Register')
      await registers.remove(actorOf(ctx), registerId)
      return registerId
    },
  }),
}))
