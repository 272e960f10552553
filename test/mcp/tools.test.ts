import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import { schema } from '../../src/schema/index.ts'
import { filterTools, titleOf, toolsOf } from '../../src/mcp/tools.ts'
import { extensions } from '../../src/rest/extensions.ts'
import { exampleOf } from '../../src/rest/openapi/example.ts'
import { bodyOf, type Json } from '../../src/rest/openapi/result.ts'
import { routeTable } from '../../src/rest/routeTable.ts'
import * as idempotency from '../../src/services/shared/idempotency.ts'

/** Tool names of the specification. */
const SPECIFIED = [
  'get_daily_stats',
  'get_workspace_stats',
  'get_workspace_info',
  'get_call_analysis',
  'get_campaign',
  'get_cost_estimate',
  'get_cost_breakdown',
  'get_billing_usage',
  'export_report',
  'publish_agent',
]
/** Tools that reach people, overwrite or end something. Clients ask before they call them. */
const DESTRUCTIVE = [
  'update_agent',
  'delete_agent',
  'update_campaign',
  'delete_campaign',
  'start_campaign',
  'upsert_leads',
  'delete_lead',
  'place_call',
  'send_sms',
  'set_phone_number_inbound',
  'release_phone_number',
  'delete_report',
  'remove_dnc_entry',
  'update_webhooks',
]

const tools = toolsOf(schema, idempotency)
const definitions = [...tools.values()].map(({ definition }) => definition)
const ajv = new Ajv2020({ strict: false })

describe('the tool list', () => {
  test('has a tool for every route in table order, except those with a documented reason', () => {
    const excluded = routeTable.filter(({ notTool }) => notTool !== undefined)
    expect([...tools.keys()]).toEqual(routeTable.filter((row) => !excluded.includes(row)).map(({ tool }) => tool))
    expect(excluded.map(({ tool }) => tool)).toEqual([
      'get_call_proof',
      'connect_carrier',
      'list_dnc_registers',
      'list_consents',
      'record_consent',
      'revoke_consent',
      'get_compliance',
      'list_webhook_endpoints',
      'create_webhook_endpoint',
      'update_webhook_endpoint',
      'delete_webhook_endpoint',
    ])
  })

  test('has no tool for routes that return files, for a documented reason', () => {
    for (const { tool, notTool } of extensions) {
      expect(tools.has(tool)).toBe(false)
      expect(notTool.length).toBeGreaterThan(20)
    }
  })

  test('has every tool of the specification', () => {
    expect(SPECIFIED.filter((name) => !tools.has(name))).toEqual([])
  })

  test('is short enough for a model to read', () => {
    expect(Buffer.byteLength(JSON.stringify({ tools: definitions }))).toBeLessThan(64 * 1024)
  })

  test('marks exactly the tools as destructive that reach people, overwrite or end something', () => {
    const destructive = definitions.filter(({ annotations }) => annotations!.destructiveHint ?? !annotations!.readOnlyHint)
    expect(destructive.map(({ name }) => name)).toEqual(DESTRUCTIVE)
  })

  test('is the same each time it is built', () => {
    expect(JSON.stringify([...toolsOf(schema, idempotency).values()].map(({ definition }) => definition))).toBe(JSON.stringify(definitions))
  })
})

describe.each(definitions.map((definition) => [definition.name, definition] as const))(
  '%s',
  (name, { title, description, inputSchema, outputSchema, annotations }) => {
    const { row } = tools.get(name)!

    test('has a name, title and description that every client accepts', () => {
      expect(name).toMatch(/^[a-z][a-z0-9_]{2,47}$/)
      expect(title).toBe(titleOf(name))
      expect(description).toContain(row.summary)
      expect(description).toContain(`Scope: ${row.scope}.`)
      expect(annotations).toMatchObject({ readOnlyHint: row.method === 'GET', openWorldHint: row.hints?.openWorld ?? false })
    })

    test('has usable input and output schemas of type object, without a choice at the root', () => {
      for (const shape of [inputSchema, outputSchema!]) {
        expect(shape.type).toBe('object')
        for (const choice of ['oneOf', 'anyOf', 'allOf', '$ref', '$schema']) expect(shape).not.toHaveProperty([choice])
        expect(() => ajv.compile(shape)).not.toThrow()
        expect(JSON.stringify(shape)).not.toContain('$ref')
      }
    })

    test('accepts the path, query and body parameters of its route under unique names', () => {
      const filterRows = [row.params, row.query, row.body].flatMap((place) => Object.keys(place?.shape ?? {}))
      expect(new Set(filterRows).size).toBe(filterRows.length)
      expect(Object.keys(inputSchema.properties ?? {})).toEqual([...filterRows, ...(row.idempotent ? ['idempotency_key'] : [])])
      expect(inputSchema.required ?? []).toEqual(expect.arrayContaining(Object.keys(row.params?.shape ?? {})))
    })

    test('accepts the example of its route, and its output schema matches the example', () => {
      const { params = {}, body = {} } = row.example ?? {}
      expect(ajv.validate(inputSchema, { ...params, ...body }), ajv.errorsText()).toBe(true)
      const components: Json = {}
      const answer = bodyOf(schema, row, components)
      const example = answer ? exampleOf(row, answer, components) : { deleted: true }
      expect(ajv.validate(outputSchema!, example), ajv.errorsText()).toBe(true)
      expect(ajv.validate(outputSchema!, [])).toBe(false)
    })
  },
)

describe('filtered', () => {
  const names = (filter: Parameters<typeof filterTools>[1]) => [...filterTools(tools, filter).values()].map(({ row }) => row)

  test('to read-only tools', () => {
    expect(names({ readonly: 'true' }).every(({ method }) => method === 'GET')).toBe(true)
    expect(names({ readonly: 'false' })).toHaveLength(tools.size)
  })

  test('to toolsets, by the nouns of their commands', () => {
    expect(names({ toolsets: 'calls, sms' }).map(({ tool }) => tool)).toEqual([
      'list_calls',
      'place_call',
      'get_call',
      'send_sms',
      'list_sms',
      'get_sms',
      'get_call_analysis',
    ])
    expect(names({ readonly: 'true', toolsets: 'sms' }).map(({ tool }) => tool)).toEqual(['list_sms', 'get_sms'])
    expect(names({ toolsets: 'nothing' })).toEqual([])
  })
})
