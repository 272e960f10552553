import { test } from 'vitest'
import { useBrowser } from '../kit/browser.ts'
import { useWorld } from '../kit/world.ts'
import { expectWhole, useLively } from './everyPage.ts'

const world = useWorld()
const browser = useBrowser()
const lively = useLively(world)

/** Waits for every page to be loaded anew in a browser, one after the other, and for four screenshots and accessibility checks of each. */
test('in both themes, on a wide window and on a phone, every page that is loaded anew is whole, accessible and silent, and shows hostile texts as they are', () =>
  expectWhole(
    { browser: browser(), world: world(), lively: lively() },
    [
      ['dark', 390],
      ['dark', 1280],
      ['light', 390],
      ['light', 1280],
    ],
    (page, path) => page.goto(world().url + path),
  ))
