import { expect, test } from 'vitest'
import { PLANS, type Plan } from '../../src/kernel/vocabulary/plans.ts'
import { useTestServer } from '../kit/server/testServer.ts'
import { expectResponse } from './responses.ts'

const testServer = useTestServer()

test.each(Object.keys(PLANS) as Plan[])("a workspace on %s returns its plan, its limits and its key's scopes", async (plan) => {
  const acme = await testServer().workspace({ plan, name: 'Acme GmbH' })
  const response = await (await acme.key('me:read', 'agents:write')).get('/me')
  expectResponse('get_workspace_info', 200, response)
  const { rpm, rpd } = PLANS[plan]
  expect(response.body).toEqual({
    tenant_id: acme.id,
    workspace_name: 'Acme GmbH',
    plan,
    rate_limits: { rpm, rpd },
    api_key_scopes: ['me:read', 'agents:write'],
  })
})
