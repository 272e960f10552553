import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { listOpenVariables, MAX_OPEN_VARIABLES } from '../../../src/inputs/agentVariables.ts'
import type { VoiceEngine } from '../../../src/kernel/vocabulary/engines.ts'
import { mergeVariables } from '../../../src/services/agents/agentVariables.ts'
import { cpuTimeOf } from '../../kit/waiting/cpuTime.ts'

const words = (systemPrompt: string, more: object = {}) => ({ firstMessage: null, voicemailMessage: null, tools: [], questions: [], systemPrompt, ...more })
const open = (engine: VoiceEngine, systemPrompt: string, more: object = {}) => listOpenVariables(engine, words(systemPrompt, more))

describe.each(['retell', 'vapi'] as const)('at %s, an agent leaves open', (engine) => {
  test('each variable of its messages, instructions, questions and tools, in the order of their first use', () => {
    expect(
      open(engine, 'For {{company}}, call {{ name }}.', {
        firstMessage: 'Hello {{name}}',
        voicemailMessage: 'From {{\n shop }}',
        questions: [{ name: 'day', description: 'Is {{date_of_visit}} fine?' }],
        tools: [{ type: 'custom', name: 'look', description: 'Look for {{order}}', url: 'https://x.example/{{id}}', query_params: { q: '{{query}}' } }],
      }),
    ).toEqual(['name', 'company', 'shop', 'order', 'id', 'query', 'date_of_visit'])
  })

  test('nothing that its own tools set, and no argument of a tool within this tool', () => {
    const tools = [
      { type: 'extract_dynamic_variable', variables: [{ type: 'string', name: 'mood', description: 'x' }] },
      { type: 'custom', url: 'https://x.example/{{city}}', response_variables: { booking: '$.id' }, parameters: { type: 'object', properties: { city: {} } } },
      { type: 'apiRequest', variableExtractionPlan: { aliases: [{ key: 'total', value: '{{data.total}}' }], schema: { properties: { rest: {} } } } },
    ]
    expect(open(engine, '{{mood}} {{booking}} {{total}} {{rest}} {{city}} {{left}}', { tools })).toEqual(['city', 'left'])
  })

  test('no code, no text of another kind in braces, and no unclosed or empty braces', () => {
    expect(open(engine, '{name} {{}} {{ }} {{name {{7*7}} {{"a": 1}} {{<b>}} }}', { tools: [{ type: 'code', code: 'return {{x}}' }] })).toEqual([])
  })

  test('the inner variable of nested braces', () => {
    expect(open(engine, '{{{name}}} {{ a_{{zone}} }} {{{{shop}}}}')).toEqual(['name', 'zone', 'shop'])
  })

  test('at most a hundred variables', () => {
    expect(open(engine, Array.from({ length: 500 }, (_, at) => `{{v${at}}}`).join(' '))).toHaveLength(MAX_OPEN_VARIABLES)
  })

  test('each name that any text mentions, whatever is around it', () => {
    const noise = fc.string({ unit: fc.constantFrom('{', '}', ' ', 'a', '|', '%', '\n', '"'), maxLength: 40 })
    fc.assert(
      fc.property(noise, noise, fc.stringMatching(/^x[a-z_0-9]{0,20}$/), (before, after, name) => {
        const found = open(engine, `${before} {{${name}}} ${after}`)
        expect(found).toContain(name)
        for (const each of found) expect(each).toMatch(/^[\w ]{1,100}$/)
      }),
    )
  })

  test('the same work for each character of hostile text', () => {
    const timeFor = (unit: string, length: number) => {
      const text = unit.repeat(Math.ceil(length / unit.length)).slice(0, length)
      return cpuTimeOf(() => {
        for (let round = 0; round < 4; round++) open(engine, text, { firstMessage: text, tools: [{ type: 'custom', description: text }] })
      })
    }
    for (const unit of ['{', '{{', '{{a', '{{a ', '{{a|', '}}{{', '{% assign ', '{%    ', `{{${'a'.repeat(199)}`, '{{ a | default: ']) {
      timeFor(unit, 10_000)
      // Quadratic work takes a hundred times as long.
      expect(timeFor(unit, 100_000), unit).toBeLessThan(40 * (timeFor(unit, 10_000) + 1))
    }
  })
})

test('deeply nested tools are read', () => {
  let tool: unknown = '{{deep}}'
  for (let depth = 0; depth < 20_000; depth++) tool = [tool]
  expect(open('retell', '', { tools: [{ type: 'custom', parameters: tool }] })).toEqual(['deep'])
})

test('Retell fills its system variables, those of time for each time zone, and reads names with spaces', () => {
  const text = '{{current_time}} {{current_time_Europe/Rome}} {{current_calendar}} {{user_number}} {{call_id}} {{direction}} {{first name}} {{day}} {{now}}'
  expect(open('retell', text)).toEqual(['first name', 'day', 'now'])
})

test('Vapi fills its default variables, and reads the filters, defaults and assignments of Liquid', () => {
  const filled =
    '{{now}} {{date}} {{day}} {{customer.number}} {{transport.conversationType}} {{ "now" | date: "%A", "Europe/Rome" }} {{ name | default: "you" }}'
  const assigned = '{% assign greeting = "Hi" %}{{greeting}} {%- for item in list %}{{item.price}}{% endfor %}'
  expect(open('vapi', `${filled} ${assigned} {{ company | upcase }} {{- shop -}} {{ order.id }} {{ zip[0] }} {{current_time}}`)).toEqual([
    'company',
    'shop',
    'order',
    'zip',
    'current_time',
  ])
})

test('given values replace others, and empty ones replace none', () => {
  const merged = mergeVariables({ company: 'Rossi', day: 'soon' }, { company: '', day: 'Monday', name: '' })
  expect(merged).toEqual({ company: 'Rossi', day: 'Monday', name: '' })
  expect(Object.keys(mergeVariables({}, JSON.parse('{"__proto__": "x"}')))).toEqual(['__proto__'])
})
