import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { pagePaths } from '../browser/pagePaths.ts'

/** Every ID of the seeded workspace is 1 here: only the shape of an address counts. */
const anyIds = new Proxy({}, { get: () => 1 }) as Parameters<typeof pagePaths>[0]
const paths = Object.values(pagePaths(anyIds)).map(({ path }) => path.split('?')[0]!)
const routes = [...readFileSync('web/src/routes.tsx', 'utf8').matchAll(/pageOptions\('([^']+)'/g)].map(([, path]) => path!)

test('there are routes to look at', () => expect(routes.length).toBeGreaterThan(25))

test.each(routes)('the page %s is opened and looked at by the tests of every page', (route) => {
  const pattern = new RegExp(`^${route.replace(/\$\w+/g, '[^/]+')}$`)
  expect(paths.some((path) => pattern.test(path))).toBe(true)
})
