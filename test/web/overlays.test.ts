import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { NOT_OPENED, overlays } from '../browser/overlays.ts'

const anyIds = new Proxy({}, { get: () => 1 }) as Parameters<typeof overlays>[0]
const opened = Object.keys(overlays(anyIds))
/** What the overlays themselves are made of. */
const PARTS = ['parts/Confirm.tsx', 'parts/ConfirmDialog.tsx', 'parts/page/Dialog.tsx', 'parts/page/SideDrawer.tsx']
const sources = readdirSync('web/src', { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.tsx') && !PARTS.includes(name))
const withOverlay = sources.filter((name) =>
  /<(?:Dialog|SideDrawer|Menu|Popover|HoverCard|Spotlight\.Root)[\s>]|= useConfirm\(\)/.test(readFileSync(`web/src/${name}`, 'utf8')),
)

test('there are overlays to look for', () => expect(withOverlay.length).toBeGreaterThan(40))

test('every file with a drawer, dialog, menu or popover is among those that are opened by keyboard', () => {
  expect(withOverlay.filter((name) => !opened.includes(name) && !NOT_OPENED.includes(name))).toEqual([])
})

test('the list names only files that have one', () => {
  expect([...opened, ...NOT_OPENED].filter((name) => !withOverlay.includes(name))).toEqual([])
})
