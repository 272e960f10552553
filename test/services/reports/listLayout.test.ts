import { expect, test } from 'vitest'
import { CallColumns } from '../../../src/inputs/listExports.ts'
import { layoutOf } from '../../../src/services/reports/lists/listLayout.ts'

test('a value with a word is written as that word, and any other as it is', () => {
  const words = [{ value: 'no_answer', label: 'Nicht angenommen' }]
  const { header, cellsOf } = layoutOf([
    { name: 'status', title: 'Status', words },
    { name: 'name', title: 'Name' },
  ])
  expect(header).toEqual(['Status', 'Name'])
  expect(cellsOf({ status: 'no_answer', name: 'no_answer' })).toEqual(['Nicht angenommen', 'no_answer'])
  expect(cellsOf({ status: 'busy', name: null })).toEqual(['busy', null])
})

test('a column has at most 60 words', () => {
  const words = Array.from({ length: 61 }, (_, at) => ({ value: String(at), label: 'x' }))
  expect(CallColumns.safeParse([{ name: 'status', title: 'Status', words }]).success).toBe(false)
  expect(CallColumns.safeParse([{ name: 'status', title: 'Status', words: words.slice(1) }]).success).toBe(true)
})
