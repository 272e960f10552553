import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { toneOf } from '../../web/src/theme/statusTones.ts'
import { ROW_HEIGHT, SERIES, SURFACES, TONES } from '../../web/src/theme/tokens.ts'

const sources = readdirSync('web/src', { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.(tsx?|css)$/.test(name) && !name.includes('.gql.ts'))
  .map((name) => ({ name, text: readFileSync(`web/src/${name}`, 'utf8') }))
const filesWith = (pattern: RegExp, ...except: string[]) =>
  sources.filter(({ name, text }) => !except.includes(name) && pattern.test(text)).map(({ name }) => name)

test('a color is written only among the tokens', () => {
  expect(filesWith(/#[0-9a-f]{3}(?:[0-9a-f]{3})?(?:[0-9a-f]{2})?\b(?!['"`]?\))|\b(?:rgb|hsl|oklch)a?\(/i, 'theme/tokens.ts')).toEqual([])
  expect(filesWith(/mantine-color-(?:red|pink|grape|violet|indigo|blue|cyan|teal|green|lime|yellow|orange)\b/)).toEqual([])
  expect(filesWith(/\b(?:color|c)[=:]\s?["'](?:red|pink|grape|violet|indigo|blue|cyan|teal|green|lime|yellow|orange)\b/)).toEqual([])
})

test('a dialog, a drawer and the color of a status are each made in one place', () => {
  expect(filesWith(/<Modal\b/)).toEqual(['parts/page/Dialog.tsx'])
  expect(filesWith(/<Drawer\b/)).toEqual(['parts/page/SideDrawer.tsx'])
  expect(filesWith(/\bdata-status=/)).toEqual(['parts/Status.tsx'])
})

/** Forms that aren't a column or a row of fields, and why. */
const FORMS_OF_THEIR_OWN: Record<string, string> = {
  'pages/agents/AgentTest.tsx': 'one wide button below the fields',
  'pages/calls/CallFilters.tsx': 'a search',
  'pages/campaigns/settings/CampaignSettings.tsx': 'sections in cards, saved together',
  'pages/campaigns/settings/CampaignSection.tsx': 'steps of a wizard, with Back and Next',
  'pages/campaigns/start/CampaignReview.tsx': 'parameters of an estimate',
  'pages/connectApp/ConnectForm.tsx': 'consent, outside of the frame',
  'pages/messages/Composer.tsx': 'a message to write',
  'pages/messages/Conversations.tsx': 'a search',
  'pages/signIn/AccessForm.tsx': 'sign-in, outside of the frame',
  'pages/signIn/PasswordReset.tsx': 'sign-in, outside of the frame',
  'parts/tables/ViewChoices.tsx': 'the name of a view, in a menu',
}

test('every form has one of two layouts', () => {
  expect(filesWith(/<form\b/).sort()).toEqual([...Object.keys(FORMS_OF_THEIR_OWN), 'parts/forms/FormLayout.tsx', 'parts/forms/FormRow.tsx'].sort())
  expect(filesWith(/<Fieldset\b/)).toEqual([])
})

test('a status has one color', () => {
  const listed = [...readFileSync('web/src/theme/statusTones.ts', 'utf8').matchAll(/'(\w+)'(?=[,\]])/g)].map(([, status]) => status!)
  expect(listed.length).toBeGreaterThan(20)
  expect(listed.filter((status, index) => listed.indexOf(status) !== index)).toEqual([])
  expect([toneOf('failed'), toneOf('success'), toneOf('ringing'), toneOf('queued')]).toEqual(['bad', 'good', 'active', 'idle'])
})

const luminance = (color: string) => {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const value = parseInt(color.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!
}
const contrast = (one: string, other: string) => {
  const [low, high] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (high! + 0.05) / (low! + 0.05)
}

test.each(['light', 'dark'] as const)('in %s, text has a contrast of at least 4.5, and dots and charts of at least 3', (scheme) => {
  const { canvas, page, raised, hover, text, dimmed, placeholder } = SURFACES[scheme]
  const surfaces = [canvas, page, raised]
  const texts = [text, dimmed, placeholder, ...Object.values(TONES[scheme]).map((tone) => tone.text)]
  const solids = [...Object.values(TONES[scheme]).map(({ solid }) => solid), ...SERIES[scheme]]
  const weak = [
    ...texts.flatMap((color) => surfaces.filter((surface) => contrast(color, surface) < 4.5).map((surface) => `${color} on ${surface}`)),
    ...[text, dimmed].filter((color) => contrast(color, hover) < 4.5).map((color) => `${color} on ${hover}`),
    ...Object.values(TONES[scheme]).flatMap((tone) => (contrast(tone.text, tone.tint) < 4.5 ? [`${tone.text} on ${tone.tint}`] : [])),
    ...solids.flatMap((color) => [page, raised].filter((surface) => contrast(color, surface) < 3).map((surface) => `${color} on ${surface}`)),
  ]
  expect(weak).toEqual([])
})

test('rows have 32 to 36 pixels, and no table sets its own height', () => {
  expect(ROW_HEIGHT).toBeGreaterThanOrEqual(32)
  expect(ROW_HEIGHT).toBeLessThanOrEqual(36)
  expect(filesWith(/rowHeight=/)).toEqual([])
})

test('the page about the design names the colors of the tokens', () => {
  const page = readFileSync('docs/design.md', 'utf8')
  const { canvas, page: background, raised, hover, border, text, dimmed } = SURFACES.dark
  const colors = [
    canvas,
    background,
    raised,
    hover,
    border,
    text,
    dimmed,
    ...(['light', 'dark'] as const).flatMap((scheme) => Object.values(TONES[scheme]).map(({ solid }) => solid)),
  ]
  expect(colors.filter((color) => !page.includes(color))).toEqual([])
})
