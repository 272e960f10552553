import { expect, test } from 'vitest'
import { findPrograms, type RequiredProgram } from './requiredPrograms.ts'

const BROOM: RequiredProgram = { commands: ['broom'], reason: 'sweeps the floor', packages: ['brooms', 'broom', 'broom-bin'] }
const LAMP: RequiredProgram = { commands: ['lamp', 'candle'], reason: 'gives light', setting: 'LAMP_PATH', packages: ['lamp', 'lamps', 'candle'] }
const find = (installed: string[], settings = {}) => [...findPrograms([BROOM, LAMP], settings, (command) => installed.includes(command)).values()]

test('a requirement is met by the first of its commands that starts', () => {
  expect(find(['broom', 'candle', 'lamp'])).toEqual(['broom', 'lamp'])
  expect(find(['broom', 'candle'])).toEqual(['broom', 'candle'])
})

test('a setting selects the program, without a fallback', () => {
  expect(find(['broom', 'lamp', '/opt/lamp'], { LAMP_PATH: '/opt/lamp' })).toEqual(['broom', '/opt/lamp'])
  expect(() => find(['broom', 'lamp'], { LAMP_PATH: '/opt/lamp' })).toThrow('- LAMP_PATH names /opt/lamp, which does not start; it gives light')
})

test('one message lists all missing programs, their purpose, and how to install them', () => {
  expect(() => find([])).toThrow(
    [
      'The tests need these programs, which are missing or do not start:',
      '- broom, which sweeps the floor',
      '- lamp or candle, which gives light; LAMP_PATH may name its path',
      'Install them:',
      '  apt-get install brooms lamp    on Debian and Ubuntu',
      '  dnf install broom lamps    on Fedora',
      '  brew install broom-bin candle    on macOS',
    ].join('\n'),
  )
})
