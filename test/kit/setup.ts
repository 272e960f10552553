import { afterAll } from 'vitest'
import { setKeys, setRootSecret } from '../../src/kernel/crypto/encryption.ts'
import { settings } from '../../src/kernel/config/settings.ts'
import './clock.ts'
import { counting } from './spent.ts'

setKeys([Buffer.alloc(32, 7)], () => null)
setRootSecret(Buffer.alloc(32, 7))

// Files share their worker's modules: each begins with the settings as they were before the first.
const worker = globalThis as { initialSettings?: string }
worker.initialSettings ??= JSON.stringify(settings)
Object.assign(settings, JSON.parse(worker.initialSettings))

const spent = counting()
// eslint-disable-next-line no-empty-pattern -- vitest reads here what a hook asks for: nothing
afterAll(({}, file) => {
  file.meta.spent = spent()
})
