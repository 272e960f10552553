import { describe, expect, test } from 'vitest'
import { findOutcome, findProblem, mergedSchemaOf } from '../../../src/services/extraction/analysisConfig.ts'

const budget = { type: 'number', description: 'What may it cost?' }
const plan = { type: 'string', enum: ['basic', 'gold'] }

describe('the questions of a campaign', () => {
  test.each<[string, object, object | null]>([
    ['nothing of its own', { extractionSchema: null, analysisConfig: null }, null],
    ['nothing, with other keys in its analysis', { extractionSchema: null, analysisConfig: { tone: 'dry', fields: {} } }, null],
    ['its schema', { extractionSchema: { type: 'object', properties: { plan } }, analysisConfig: {} }, { type: 'object', properties: { plan } }],
    ['its fields', { extractionSchema: null, analysisConfig: { fields: { budget } } }, { type: 'object', properties: { budget } }],
    [
      'both, and the schema wins if both have a question of the same name',
      { extractionSchema: { required: ['plan'], properties: { plan } }, analysisConfig: { fields: { budget, plan: { type: 'integer' } } } },
      { required: ['plan'], properties: { budget, plan } },
    ],
  ])('is %s', (_name, campaign, questions) => {
    expect(mergedSchemaOf(campaign as never)).toEqual(questions)
  })
})

describe('the outcome', () => {
  test.each<[string, unknown, Record<string, unknown>, string | null]>([
    ['is the answer itself', { outcome_field: 'verdict' }, { verdict: ' qualified ' }, 'qualified'],
    ['is what the answer stands for', { outcome_field: 'hot', outcomes: { true: 'success', false: 'not_interested' } }, { hot: true }, 'success'],
    ['is the answer where it stands for nothing else', { outcome_field: 'v', outcomes: { a: 'b' } }, { v: 'c' }, 'c'],
    ['is none without a field that names it', { outcomes: { a: 'b' } }, { v: 'a' }, null],
    ['is none without an answer', { outcome_field: 'verdict' }, {}, null],
    ['is none of a null', { outcome_field: 'verdict' }, { verdict: null }, null],
    ['is none of a number that stands for nothing', { outcome_field: 'n', outcomes: { 1: 'one' } }, { n: 2 }, null],
    ['is none of an object', { outcome_field: 'o' }, { o: { a: 1 } }, null],
    ['is none of what every object has', { outcome_field: 'toString' }, {}, null],
    ['is none of a long text', { outcome_field: 'v' }, { v: 'x'.repeat(101) }, null],
    ['is none without a campaign', null, { v: 'a' }, null],
  ])('%s', (_name, config, answers, outcome) => {
    expect(findOutcome(config, answers)).toBe(outcome)
  })
})

describe('a configuration', () => {
  test.each<[string, object, string | null]>([
    ['of unknown keys', { tone: 'dry', depth: 3 }, null],
    ['of all known keys', { fields: { verdict: plan }, outcome_field: 'verdict', outcomes: { gold: 'success' } }, null],
    ['of no fields', { fields: {} }, null],
    ['whose fields are a list', { fields: [] }, 'analysis_config.fields: must be an object with a question for each name'],
    ['whose field is no schema', { fields: { a: 'text' } }, 'analysis_config.fields.a: must be a JSON Schema object'],
    [
      'whose field is of no type',
      { fields: { a: { type: 'text' } } },
      'analysis_config.fields.a: type must be one of string, number, integer, boolean, array, object, null',
    ],
    ['whose outcome field is a number', { outcome_field: 1 }, 'analysis_config.outcome_field: must be the name of a field, 1 to 100 characters'],
    ['whose outcomes are a list', { outcome_field: 'a', outcomes: ['b'] }, 'analysis_config.outcomes: must be an object with an outcome for each value'],
    ['whose outcome is blank', { outcome_field: 'a', outcomes: { b: ' ' } }, 'analysis_config.outcomes.b: must be the name of an outcome, 1 to 100 characters'],
    ['whose outcomes are of nothing', { outcomes: { b: 'c' } }, 'analysis_config.outcomes: requires outcome_field, the field whose values are listed'],
  ])('%s is validated', (_name, config, problem) => {
    expect(findProblem(config as never)).toBe(problem)
  })

  test('with too many questions together with the schema is rejected', () => {
    const many = (name: string) => Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`${name}${n}`, {}]))
    expect(findProblem({ fields: many('a') }, { properties: many('a') })).toBeNull()
    expect(findProblem({ fields: many('a') }, { properties: many('b') })).toBe('analysis_config.fields with extraction_schema: can have at most 50 fields')
  })
})
