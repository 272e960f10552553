import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { pageErrors, useBrowser } from '../kit/browser/browser.ts'
import { walkGuides, WINDOW } from './walk.ts'

const browser = useBrowser()

test('every step of the guides works in the dashboard as they describe it, and leads to each of their pictures', async () => {
  const shown: string[] = []
  await walkGuides(
    () => browser().page(WINDOW),
    async (page, name) => {
      shown.push(`${name}.webp`)
      expect.soft(pageErrors.get(page), name).toEqual([])
    },
  )
  expect(shown.toSorted(), 'run npm run guides').toEqual(readdirSync('docs/pictures/guides').toSorted())
})
