import * as callTimings from '../../services/calls/placing/callTimings.ts'
import { actorOf, builder } from '../base/builder.ts'
import { TimingAdvisoryReason } from '../enums/calls.ts'

export const TimingAdvisory = builder.objectRef<callTimings.TimingAdvisory>('TimingAdvisory').implement({
  description: 'Why a call is not permitted at a time.',
  fields: (t) => ({
    reason: t.expose('reason', { type: TimingAdvisoryReason }),
    message: t.string({ description: 'Explanation in English.', resolve: callTimings.messageOf }),
    details: t.expose('details', { type: 'JSON', description: 'Facts about the reason, as in decisions about leads.' }),
    permittedFrom: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'From when calls are permitted. `null` if a consent is missing.',
      resolve: ({ permittedFrom }) => (permittedFrom === null ? null : new Date(permittedFrom)),
    }),
    rulesVersion: t.exposeString('rulesVersion', { description: 'Version of the rules on calling hours, or on consent.' }),
  }),
})

builder.queryFields((t) => ({
  timingAdvisory: t.field({
    type: TimingAdvisory,
    nullable: true,
    description: 'Check whether a call to a number is permitted at this time, without a campaign. `null` if it is, else the reason why not.',
    authScopes: { scope: 'calls:read' },
    args: { phoneNumber: t.arg.string({ required: true }) },
    resolve: (_, { phoneNumber }, ctx) => callTimings.check(actorOf(ctx), phoneNumber),
  }),
}))
