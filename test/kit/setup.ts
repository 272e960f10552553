import { useKeys, useRootSecret } from '../../src/seal.ts'
import { settings } from '../../src/settings.ts'

useKeys([Buffer.alloc(32, 7)], () => null)
useRootSecret(Buffer.alloc(32, 7))

// Files share their worker's modules: each begins with the settings as they were before the first.
const worker = globalThis as { initialSettings?: string }
worker.initialSettings ??= JSON.stringify(settings)
Object.assign(settings, JSON.parse(worker.initialSettings))
