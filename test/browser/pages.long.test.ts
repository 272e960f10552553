import { test } from 'vitest'
import { useBrowser } from '../kit/browser/browser.ts'
import { useTestServer } from '../kit/server/testServer.ts'
import { expectCompletePages, useSeededWorkspace } from './everyPage.ts'

const testServer = useTestServer()
const browser = useBrowser()
const seededWorkspace = useSeededWorkspace(testServer)

/** Waits for every page to load in a browser, one after the other, and for four screenshots and accessibility checks of each. */
test('in both themes, in a wide window and on a phone, every page loads completely, accessibly and without errors, and shows hostile text as text', () =>
  expectCompletePages(
    { browser: browser(), testServer: testServer(), seededWorkspace: seededWorkspace() },
    [
      ['dark', 390],
      ['dark', 1280],
      ['light', 390],
      ['light', 1280],
    ],
    (page, path) => page.goto(testServer().url + path),
  ))
