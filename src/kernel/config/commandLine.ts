import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './root.ts'

const isCheckout = existsSync(join(ROOT, 'scripts/package.mjs'))

/** How people start the administrator's commands here: in a checkout, or with the installed package. */
export const ADMIN_COMMAND = isCheckout ? 'npm run admin --' : 'callwright admin'
/** How they test the keys of voice providers. */
export const SMOKE_COMMAND = isCheckout ? 'npm run providers:smoke --' : 'callwright smoke'
