import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const MANTINE = 'node_modules/@mantine/core/styles'
const BUILT = 'dist/web/assets'

const read = (path: string) => readFileSync(path, 'utf8')
const namesIn = (text: string) => new Set(text.match(/\bm_[0-9a-f]{6,8}\b/g))
const builtFiles = (extension: string) => readdirSync(BUILT).filter((name) => name.endsWith(extension))
const scripts = namesIn(
  builtFiles('.js')
    .map((name) => read(`${BUILT}/${name}`))
    .join('\n'),
)
const styles = builtFiles('.css').map((name) => read(`${BUILT}/${name}`))

/** The classes that Mantine has rules for, by its style files. */
const files = readdirSync(MANTINE)
  .filter((name) => name.endsWith('.layer.css'))
  .map((name) => ({ name, classes: [...namesIn(read(`${MANTINE}/${name}`))] }))

test('the build has the styles of each Mantine component that it uses, and of no other', () => {
  const used = files.filter(({ classes }) => classes.some((name) => scripts.has(name)))
  const built = namesIn(styles.join('\n'))
  expect(used.length).toBeGreaterThan(40)
  expect(used.flatMap(({ name, classes }) => classes.filter((each) => !built.has(each)).map((each) => `${name} ${each}`))).toEqual([])
  expect(files.filter((file) => !used.includes(file) && file.classes.some((name) => built.has(name)))).toEqual([])
})

test("all of Mantine's rules are in its layer, so that the dashboard's own win in whatever order the files load", () => {
  const outside = styles.map((text) => text.replace(/@layer mantine\s*\{(?:[^{}]|\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\})*\}/g, ''))
  expect([...namesIn(outside.join('\n'))]).toEqual([])
})

test("the styles have no color of Mantine's own palette, and refer to none", () => {
  expect(styles.join('').match(/--mantine-color-(?:red|pink|grape|violet|indigo|blue|cyan|teal|green|lime|yellow|orange)-[\w-]+/g)).toBeNull()
})
