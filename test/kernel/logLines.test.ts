import { expect, test } from 'vitest'
import { toTerminalLine } from '../../src/kernel/logLines.ts'

const time = '2026-11-24T18:36:00.096Z'
const clock = new Date(time).toTimeString().slice(0, 8)

test('a line of the log reads as text in a terminal: time, level, message and facts', () => {
  expect(toTerminalLine(`${JSON.stringify({ level: 40, time, msg: 'could not connect', host: 'a b', attempt: 2 })}\n`)).toBe(
    `${clock}  warn  could not connect  host=a b  attempt=2\n`,
  )
})

test('an error shows its message, its facts and its stack', () => {
  const err = { type: 'Error', message: 'refused', stack: 'Error: refused\n    at here', code: 'ECONNREFUSED' }
  expect(toTerminalLine(JSON.stringify({ level: 50, time, err, msg: 'refused' }))).toBe(
    `${clock}  error  refused  type=Error  code=ECONNREFUSED\nError: refused\n    at here\n`,
  )
})

test('what is not JSON stays as it is', () => {
  expect(toTerminalLine('plain\n')).toBe('plain\n')
})
