import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const MANTINE = 'node_modules/@mantine/core/styles'
const BUILT = 'dist/web/assets'

const namesIn = (text: string) => new Set(text.match(/\bm_[0-9a-f]{6,8}\b/g))
const builtFiles = (extension: string) =>
  readdirSync(BUILT)
    .filter((name) => name.endsWith(extension))
    .map((name) => readFileSync(`${BUILT}/${name}`, 'utf8'))
    .join('\n')

const scripts = namesIn(builtFiles('.js'))
/** The style files of components that the scripts use, and those that belong to none. */
const needed = readdirSync(MANTINE)
  .filter((name) => name.endsWith('.css') && !name.endsWith('.layer.css'))
  .filter((name) => {
    const names = [...namesIn(readFileSync(`${MANTINE}/${name}`, 'utf8'))]
    return names.length === 0 || names.some((className) => scripts.has(className))
  })
const imported = [...readFileSync('web/src/mantine.css', 'utf8').matchAll(/@import '@mantine\/core\/styles\/([\w-]+\.css)'/g)].map(([, name]) => name!)

test('the dashboard imports the whole style file of each Mantine component that it uses, and of no other', () => {
  expect(imported.toSorted()).toEqual(needed.toSorted())
})

test('the style files are in the order of the whole style sheet, so that the same rules win', () => {
  const whole = readFileSync(`${MANTINE}.css`, 'utf8')
  const positions = imported.map((name) => whole.indexOf(readFileSync(`${MANTINE}/${name}`, 'utf8').trim()))
  expect(positions).not.toContain(-1)
  expect(positions).toEqual(positions.toSorted((a, b) => a - b))
})
