import { builder } from './builder.ts'
import './scalars.ts'
import './accounts.ts'
import './agents.ts'
import './apiKeys.ts'
import './calls.ts'
import './dnc.ts'
import './live.ts'
import './members.ts'
import './wallet.ts'
import './webhooks.ts'
import './workspaces.ts'

export const schema = builder.toSchema()
