import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { findRepeatedMembers } from '../../src/kernel/lib/jsonMembers.ts'
import { readDataFile } from '../../src/kernel/lib/validity.ts'
import { RulesFile } from '../../src/services/compliance/rulesFile.ts'

const folder = mkdtempSync(join(tmpdir(), 'members-'))
afterAll(() => rmSync(folder, { recursive: true }))

describe('members that JSON has twice', () => {
  test.each([
    ['{"a": 1, "b": {"a": 1}, "c": [{"a": 1}, {"a": 2}]}', []],
    ['{"a": 1, "a": 2}', ['a']],
    ['{"rules": [{"sat": []}, {"sat": [], "sun": [["a", "a"]], "sat": []}]}', ['rules.1.sat']],
    ['{"a": {"b": 1, "c": "}", "b": ","}, "a": 3}', ['a.b', 'a']],
    [String.raw`{"a\"b": 1, "a\u0022b": 2, "__proto__": 1, "__proto__": 2}`, ['a"b', '__proto__']],
    ['[[{"x": 1, "x": 1}], "x"]', ['0.0.x']],
    ['"a"', []],
    ['7', []],
  ])('are found in %s', (json, repeated) => {
    expect(() => JSON.parse(json) as unknown).not.toThrow()
    expect(findRepeatedMembers(json)).toEqual(repeated)
  })

  test('are in no JSON that a program writes', () => {
    fc.assert(fc.property(fc.jsonValue(), fc.nat(3), (value, indent) => findRepeatedMembers(JSON.stringify(value, null, indent)).length === 0))
  })

  test('in a file that is deep or has long texts end neither the search nor the program', () => {
    const [deep, long] = ['['.repeat(200_000) + ']'.repeat(200_000), JSON.stringify({ basis: 'x'.repeat(10_000_000), more: '\\"'.repeat(500_000) })]
    expect([findRepeatedMembers(deep), findRepeatedMembers(long)]).toEqual([[], []])
    expect(findRepeatedMembers(`{"a": 1, "a": ${deep}}`)).toEqual(['a'])
  })

  test('or more bytes than rules need make a rule file invalid, and a byte order mark does not', () => {
    const path = join(folder, 'long.json')
    writeFileSync(path, ' '.repeat(5_000_000) + '{}')
    expect(() => readDataFile('RULES_FILE', path, RulesFile)).toThrow(`The file ${path} of RULES_FILE is not valid:\n  It must have at most 4194304 bytes`)
    writeFileSync(path, '\ufeff{"calling_hours": []}')
    expect(readDataFile('RULES_FILE', path, RulesFile)).toMatchObject({ calling_hours: [] })
  })

  test('make a rule file invalid, with a sentence that names them, instead of the last one counting', () => {
    const path = join(folder, 'rules.json')
    writeFileSync(path, '{"calling_hours": [], "consent": [{"place": "DE", "marketing": "express", "marketing": null}], "calling_hours": []}')
    expect(() => readDataFile('RULES_FILE', path, RulesFile)).toThrow(
      `The file ${path} of RULES_FILE is not valid:\n  consent.0.marketing: is there twice. Remove one, because only the last would count\n  calling_hours: is there twice.`,
    )
    writeFileSync(path, '{"calling_hours": []}')
    expect(readDataFile('RULES_FILE', path, RulesFile)).toMatchObject({ calling_hours: [] })
  })
})
