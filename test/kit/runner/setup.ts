import { afterAll } from 'vitest'
import { setKeys, setRootSecret } from '../../../src/kernel/crypto/keyring.ts'
import { settings } from '../../../src/kernel/config/settings.ts'
import { enforceWorkspaces } from '../../../src/kernel/db/workspaceContext.ts'
import '../waiting/clock.ts'
import { measureTimeSpent } from './timeSpent.ts'

setKeys([Buffer.alloc(32, 7)], () => null)
setRootSecret(Buffer.alloc(32, 7))

enforceWorkspaces()

// Files share their worker's modules, so each starts with the original settings.
const worker = globalThis as { initialSettings?: string }
worker.initialSettings ??= JSON.stringify(settings)
Object.assign(settings, JSON.parse(worker.initialSettings))

const timeSpent = measureTimeSpent()
// eslint-disable-next-line no-empty-pattern -- vitest reads the first parameter for fixtures
afterAll(({}, file) => {
  file.meta.spent = timeSpent()
})
