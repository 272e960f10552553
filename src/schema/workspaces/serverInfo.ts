import { settings } from '../../kernel/config/settings.ts'
import { isEveryEngineSimulated, isSimulatorInUse } from '../../kernel/config/simulation.ts'
import { version } from '../../kernel/config/version.ts'
import { builder } from '../base/builder.ts'
import { SignUpMode } from '../enums/accounts.ts'
import { VoiceEngine } from '../enums/calls.ts'

const ServerInfo = builder.objectRef<typeof settings>('ServerInfo').implement({
  description: 'Information about this server.',
  fields: (t) => ({
    publicUrl: t.exposeString('publicUrl', { description: 'Public URL of the server.' }),
    signUp: t.expose('signUp', { type: SignUpMode, description: 'Who can create an account.' }),
    billingUrl: t.exposeString('billingUrl', {
      nullable: true,
      description: 'Page on which you add funds. `null` if you ask the server administrator.',
    }),
    simulated: t.boolean({ resolve: isEveryEngineSimulated, description: 'Whether every voice provider is simulated, so that no call reaches a real phone.' }),
    simulatedEngines: t.expose('simulatedEngines', { type: [VoiceEngine], description: 'Voice providers that the simulator replaces.' }),
    simulatorSpeed: t.float({
      nullable: true,
      resolve: ({ simulatorSpeed }) => (isSimulatorInUse() ? simulatorSpeed : null),
      description:
        'Speed of simulated voice providers relative to real time. `null` if no voice provider is simulated. Calls of real voice providers always run in ' +
        'real time.',
    }),
    version: t.string({
      nullable: true,
      description: 'Version of Callwright. `null` unless you are signed in.',
      authScopes: { person: true },
      unauthorizedResolver: () => null,
      resolve: () => version,
    }),
  }),
})

builder.queryField('serverInfo', (t) =>
  t.field({ type: ServerInfo, description: 'Get information about this server.', authScopes: { public: true }, resolve: () => settings }),
)
