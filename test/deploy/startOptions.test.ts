import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const optionsIn = (text: string) => [...text.matchAll(/MALLOC_ARENA_MAX=\d+|--[a-z-]+=\d+/g)].map(([option]) => option).sort()

test('every way to start a server limits its memory in the same way', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: { start: string } }
  const image = readFileSync('Dockerfile', 'utf8').split('\n')
  const ofImage = image.filter((line) => /^(ENV NODE_ENV|CMD)/.test(line)).join('\n')
  const ofUnit = readFileSync('deploy/callwright.service', 'utf8').replaceAll(/^ExecStart=.*? node/gm, '')
  expect(optionsIn(scripts.start)).toEqual(['--max-semi-space-size=4', 'MALLOC_ARENA_MAX=1'])
  expect(optionsIn(ofImage)).toEqual(optionsIn(scripts.start))
  expect(optionsIn(ofUnit)).toEqual(optionsIn(scripts.start))
})
