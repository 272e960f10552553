import fc from 'fast-check'
import { afterAll } from 'vitest'
import { setKeys, setRootSecret } from '../../../src/kernel/crypto/keyring.ts'
import { enforceWorkspaces } from '../../../src/kernel/db/workspaceContext.ts'
import { resetState } from '../../../src/kernel/serverState.ts'
import { takeFaults } from '../server/serverWork.ts'
import { lowerPasswordCost } from '../server/passwordCost.ts'
import { openPool, waitForBatch } from '../server/workspacePool.ts'
import '../waiting/clock.ts'
import { measureTimeSpent } from './timeSpent.ts'

// Files share their worker's modules, so each starts with an empty state.
resetState()
setKeys([Buffer.alloc(32, 7)], () => null)
setRootSecret(Buffer.alloc(32, 7))

lowerPasswordCost()
enforceWorkspaces({ openPool, waitForBatch })

// A run without changes gives the same result; `npm run test:flaky` looks for counterexamples that this seed does not generate.
fc.configureGlobal({ seed: Number(process.env.PROPERTY_SEED ?? 1) })

const timeSpent = measureTimeSpent()
// eslint-disable-next-line no-empty-pattern -- vitest reads the first parameter for fixtures
afterAll(({}, file) => {
  file.meta.spent = timeSpent()
  const faults = takeFaults()
  if (faults.length > 0) throw new Error(`The server ran statements outside of their workspace (docs/decisions/0048):\n\n${faults.join('\n\n')}`)
})
