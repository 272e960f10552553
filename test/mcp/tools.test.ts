import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import { schema } from '../../src/schema/index.ts'
import { filterTools, titleOf, toolsOf } from '../../src/mcp/tools.ts'
import { extensions } from '../../src/rest/extensions.ts'
import { exampleOf } from '../../src/rest/openapi/example.ts'
import { bodyOf, type Json } from '../../src/rest/openapi/result.ts'
import { routeTable } from '../../src/rest/routeTable.ts'
import * as idempotency from '../../src/services/shared/idempotency.ts'

/** The names that the specification gives to tools. */
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
/** What reaches people or ends something, so that a client asks before it does it. */
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

describe('the list', () => {
  test('has a tool for every row of the API, in its order, but for those that say why not', () => {
    const excluded = routeTable.filter(({ notTool }) => notTool !== undefined)
    expect([...tools.keys()]).toEqual(routeTable.filter((row) => !excluded.includes(row)).map(({ tool }) => tool))
    expect(excluded.map(({ tool }) => tool)).toEqual(['connect_carrier'])
  })

  test('has no tool for what answers a file, for a reason', () => {
    for (const { tool, notTool } of extensions) {
      expect(tools.has(tool)).toBe(false)
      expect(notTool.length).toBeGreaterThan(20)
    }
  })

  test('has every tool that the specification names', () => {
    expect(SPECIFIED.filter((name) => !tools.has(name))).toEqual([])
  })

  test('is short enough for a model to read', () => {
    expect(Buffer.byteLength(JSON.stringify({ tools: definitions }))).toBeLessThan(64 * 1024)
  })

  test('marks as destructive what reaches people, overwrites or ends something, and nothing else', () => {
    const destructive = definitions.filter(({ annotations }) => annotations!.destructiveHint ?? !annotations!.readOnlyHint)
    expect(destructive.map(({ name }) => name)).toEqual(DESTRUCTIVE)
  })

  test('is the same each time it is made', () => {
    expect(JSON.stringify([...toolsOf(schema, idempotency).values()].map(({ definition }) => definition))).toBe(JSON.stringify(definitions))
  })
})

describe.each(definitions.map((definition) => [definition.name, definition] as const))(
  '%s',
  (name, { title, description, inputSchema, outputSchema, annotations }) => {
    const { row } = tools.get(name)!

    test('is named, titled and described so that every client takes it', () => {
      expect(name).toMatch(/^[a-z][a-z0-9_]{2,47}$/)
      expect(title).toBe(titleOf(name))
      expect(description).toContain(row.summary)
      expect(description).toContain(`Scope: ${row.scope}.`)
      expect(annotations).toMatchObject({ readOnlyHint: row.method === 'GET', openWorldHint: row.hints?.openWorld ?? false })
    })

    test('takes and answers objects, without a choice at the root, by schemas that can be used', () => {
      for (const shape of [inputSchema, outputSchema!]) {
        expect(shape.type).toBe('object')
        for (const choice of ['oneOf', 'anyOf', 'allOf', '$ref', '$schema']) expect(shape).not.toHaveProperty([choice])
        expect(() => ajv.compile(shape)).not.toThrow()
        expect(JSON.stringify(shape)).not.toContain('$ref')
      }
    })

    test('takes what its row takes in path, query and body, each under a name of its own', () => {
      const filterRows = [row.params, row.query, row.body].flatMap((place) => Object.keys(place?.shape ?? {}))
      expect(new Set(filterRows).size).toBe(filterRows.length)
      expect(Object.keys(inputSchema.properties ?? {})).toEqual([...filterRows, ...(row.idempotent ? ['idempotency_key'] : [])])
      expect(inputSchema.required ?? []).toEqual(expect.arrayContaining(Object.keys(row.params?.shape ?? {})))
    })

    test('takes the example of its row, and answers what the example answers', () => {
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

describe('narrowed', () => {
  const names = (filter: Parameters<typeof filterTools>[1]) => [...filterTools(tools, filter).values()].map(({ row }) => row)

  test('to what only reads', () => {
    expect(names({ readonly: 'true' }).every(({ method }) => method === 'GET')).toBe(true)
    expect(names({ readonly: 'false' })).toHaveLength(tools.size)
  })

  test('to some sets of tools, by the nouns of their commands', () => {
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
