import { settings } from '../settings.ts'
import { version } from '../version.ts'
import { builder } from './builder.ts'

const Installation = builder.objectRef<typeof settings>('Installation').implement({
  description: 'What runs here',
  fields: (t) => ({
    publicUrl: t.exposeString('publicUrl'),
    simulated: t.exposeBoolean('simulated', { description: "The voice simulator is in use: some calls, or all, ring nobody's phone" }),
    simulatedEngines: t.exposeStringList('simulatedEngines', { description: 'The voice engines that it stands in for' }),
    simulatorSpeed: t.float({ nullable: true, resolve: ({ simulated, pace }) => (simulated ? pace : null), description: 'How much faster than life it runs' }),
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
