import { settings } from '../kernel/config/settings.ts'
import { isEveryEngineSimulated, isSimulatorInUse } from '../kernel/config/simulation.ts'
import { version } from '../kernel/config/version.ts'
import { builder } from './builder.ts'

const Installation = builder.objectRef<typeof settings>('Installation').implement({
  description: 'What runs here',
  fields: (t) => ({
    publicUrl: t.exposeString('publicUrl'),
    signUp: t.exposeString('signUp', {
      description: 'Who can create an account: `open` (anyone), `invited` (holders of an invitation link) or `off` (no one).',
    }),
    simulated: t.boolean({ resolve: isEveryEngineSimulated, description: 'Whether every voice provider is simulated, so that no call reaches a real phone.' }),
    simulatedEngines: t.exposeStringList('simulatedEngines', { description: 'Voice providers that the simulator replaces.' }),
    simulatorSpeed: t.float({
      nullable: true,
      resolve: ({ simulatorSpeed }) => (isSimulatorInUse() ? simulatorSpeed : null),
      description: 'Speed of simulated voice providers relative to real time. Calls of real voice providers always run in real time.',
    }),
    version: t.string({
      nullable: true,
      description: 'Which Callwright it is; null for whoever is not signed in',
      authScopes: { person: true },
      unauthorizedResolver: () => null,
      resolve: () => version,
    }),
  }),
})

builder.queryField('installation', (t) => t.field({ type: Installation, authScopes: { public: true }, resolve: () => settings }))
