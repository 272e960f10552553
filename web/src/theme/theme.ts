import { createTheme, type MantineColorsTuple, rem } from '@mantine/core'
import type { Language } from '../languages.ts'
import { ACCENT, DANGER, RADII, SPACE, SURFACES, TONES, TYPE, WEIGHTS } from './tokens.ts'

const SANS = '"Inter Variable", "Inter Fallback", system-ui, sans-serif'
const MONO = 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace'

/** A color with one shade. Its variants are variables of the two schemes, in `variables.ts`. */
const flat = (color: string): MantineColorsTuple => [color, color, color, color, color, color, color, color, color, color]
/** Mantine colors some parts by the shades of its gray and dark, from the lightest to the darkest. */
const shadesOf = (scheme: 'light' | 'dark'): MantineColorsTuple => {
  const { canvas, page, raised, hover, border, text, dimmed, placeholder, 'border-strong': strong } = SURFACES[scheme]
  return scheme === 'light'
    ? [canvas, hover, border, border, strong, placeholder, dimmed, dimmed, text, text]
    : [text, dimmed, dimmed, placeholder, border, hover, raised, page, canvas, canvas]
}

const sizes = <Name extends string>(pixels: Record<Name, number>) => Object.fromEntries(Object.entries<number>(pixels).map(([name, size]) => [name, rem(size)]))
const heading = (size: number, lineHeight: number) => ({ fontSize: rem(size), lineHeight: String(lineHeight) })

const theme = createTheme({
  colors: {
    ink: flat(ACCENT.light.fill),
    gray: shadesOf('light'),
    dark: shadesOf('dark'),
    active: flat(TONES.light.active.solid),
    good: flat(TONES.light.good.solid),
    warn: flat(TONES.light.warn.solid),
    bad: flat(DANGER.light),
    idle: flat(TONES.light.idle.solid),
  },
  black: SURFACES.light.text,
  primaryColor: 'ink',
  defaultRadius: 'md',
  radius: sizes(RADII),
  spacing: sizes(SPACE),
  fontSizes: sizes(TYPE),
  fontWeights: { regular: String(WEIGHTS.regular), medium: String(WEIGHTS.medium), bold: String(WEIGHTS.bold) },
  fontFamily: SANS,
  fontFamilyMonospace: MONO,
  headings: {
    fontFamily: SANS,
    fontWeight: String(WEIGHTS.bold),
    sizes: {
      h1: heading(TYPE.figure, 1.25),
      h2: heading(TYPE.xl, 1.3),
      h3: heading(TYPE.lg, 1.4),
      h4: heading(TYPE.md, 1.45),
      h5: heading(TYPE.md, 1.45),
      h6: heading(TYPE.sm, 1.5),
    },
  },
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Text: { defaultProps: { size: 'sm' } },
    Badge: { defaultProps: { radius: 'sm', tt: 'none' } },
    Table: { defaultProps: { verticalSpacing: 0, horizontalSpacing: 'sm' } },
    // Errors say that they are alerts. What else is told waits until the screen reader has finished.
    Notification: { defaultProps: { role: 'status' }, styles: { description: { color: 'var(--mantine-color-dimmed)' } } },
    // A menu has only items. The first gets the focus.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
    // Someone who goes through a form with the Tab key doesn't open every list on the way. A click, a letter and the arrow keys do.
    Select: { defaultProps: { openOnFocus: false } },
    MultiSelect: { defaultProps: { openOnFocus: false } },
    TagsInput: { defaultProps: { openOnFocus: false } },
    Autocomplete: { defaultProps: { openOnFocus: false } },
    InputError: { defaultProps: { role: 'alert' } },
    // Dialog headers aren't page banners, of which there is one already.
    ModalHeader: { defaultProps: { role: 'presentation' } },
    DrawerHeader: { defaultProps: { role: 'presentation' } },
  },
})

const themeWithDecimalComma = { ...theme, components: { ...theme.components, NumberInput: { defaultProps: { allowedDecimalSeparators: ['.', ','] } } } }

/** Returns the theme of a language. Number fields accept a decimal comma, except in English, where a comma separates thousands. */
export const themeOf = (language: Language) => (language === 'en' ? theme : themeWithDecimalComma)
