import type { CSSVariablesResolver } from '@mantine/core'
import { ACCENT, DANGER, HEADER_HEIGHT, NAVIGATION_WIDTH, ROW_HEIGHT, type Scheme, SERIES, SURFACES, TONES, type Tone, TYPE } from './tokens.ts'

/** The CSS variables of the tokens, and Mantine's variables that follow from them. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {
    '--font-size-figure': `${TYPE.figure / 16}rem`,
    '--row-height': `${ROW_HEIGHT}px`,
    '--header-height': `${HEADER_HEIGHT}px`,
    '--navigation-width': `${NAVIGATION_WIDTH}px`,
  },
  light: variablesOf('light'),
  dark: variablesOf('dark'),
})

function variablesOf(scheme: Scheme): Record<string, string> {
  const surface = SURFACES[scheme]
  return {
    ...named('surface', surface),
    ...Object.fromEntries(SERIES[scheme].map((color, index) => [`--chart-${index + 1}`, color])),
    ...neutralsOf(surface),
    ...accentOf(scheme),
    ...(Object.keys(TONES[scheme]) as Tone[]).reduce((all, tone) => ({ ...all, ...toneVariables(scheme, tone) }), {}),
    '--mantine-color-error': TONES[scheme].bad.text,
    '--mantine-color-success': TONES[scheme].good.text,
    '--mantine-color-bad-filled': DANGER[scheme],
    '--mantine-color-bad-filled-hover': `color-mix(in srgb, ${DANGER[scheme]}, ${surface.text} 14%)`,
  }
}

const named = (prefix: string, colors: Record<string, string>) =>
  Object.fromEntries(Object.entries(colors).map(([name, color]) => [`--${prefix}-${name}`, color]))

const neutralsOf = (surface: (typeof SURFACES)[Scheme]) => ({
  '--mantine-color-body': surface.page,
  '--mantine-color-text': surface.text,
  '--mantine-color-bright': surface.text,
  '--mantine-color-dimmed': surface.dimmed,
  '--mantine-color-placeholder': surface.placeholder,
  '--mantine-color-default': surface.raised,
  '--mantine-color-default-hover': surface.hover,
  '--mantine-color-default-color': surface.text,
  '--mantine-color-default-border': surface.border,
  '--mantine-color-disabled': surface.hover,
  '--mantine-color-disabled-color': surface.dimmed,
  '--mantine-color-disabled-border': surface.border,
  '--mantine-color-gray-light': surface.hover,
  '--mantine-color-gray-light-hover': surface.border,
  '--mantine-color-gray-light-color': surface.text,
  '--mantine-color-gray-text': surface.dimmed,
  '--mantine-color-gray-outline': surface.dimmed,
})

const accentOf = (scheme: Scheme) => variantsOf('ink', { ...ACCENT[scheme], hover: ACCENT[scheme]['fill-hover'], tintHover: ACCENT[scheme]['tint-hover'] })

function toneVariables(scheme: Scheme, tone: Tone) {
  const { solid, tint, text } = TONES[scheme][tone]
  const mix = (color: string) => `color-mix(in srgb, ${color}, ${SURFACES[scheme].text} 8%)`
  return { [`--tone-${tone}`]: solid, [`--tone-${tone}-text`]: text, ...variantsOf(tone, { fill: solid, hover: mix(solid), tint, tintHover: mix(tint), text }) }
}

interface Variants {
  fill: string
  hover: string
  tint: string
  tintHover: string
  text: string
}

const variantsOf = (name: string, { fill, hover, tint, tintHover, text }: Variants) => ({
  [`--mantine-color-${name}-filled`]: fill,
  [`--mantine-color-${name}-filled-hover`]: hover,
  [`--mantine-color-${name}-light`]: tint,
  [`--mantine-color-${name}-light-hover`]: tintHover,
  [`--mantine-color-${name}-light-color`]: text,
  [`--mantine-color-${name}-text`]: text,
  [`--mantine-color-${name}-outline`]: text,
  [`--mantine-color-${name}-outline-hover`]: tint,
  ...(name === 'ink' ? { '--mantine-color-anchor': text } : {}),
})
