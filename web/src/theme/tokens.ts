/** The dashboard's design tokens. No other file has a color: `test/web/design.test.ts` fails for one that does. docs/design.md explains them. */

export type Scheme = 'light' | 'dark'

/** What a status color means. The same meaning has the same color in badges, alerts, dots and charts. */
export type Tone = 'active' | 'good' | 'warn' | 'bad' | 'idle'

export interface ToneColors {
  /** Dots, bars and lines, at least 3 to 1 on every surface. */
  solid: string
  /** Background of a badge or alert. */
  tint: string
  /** Text on the tint and on every surface, at least 4.5 to 1. */
  text: string
}

/** Neutral surfaces and lines, from the back to the front. */
export const SURFACES = {
  light: {
    canvas: '#f5f6f8',
    page: '#ffffff',
    raised: '#ffffff',
    hover: '#f1f2f5',
    border: '#e2e4e9',
    'border-strong': '#c9cdd5',
    text: '#171a21',
    dimmed: '#59606d',
    placeholder: '#6a7180',
    scrim: 'rgb(23 26 33 / 30%)',
  },
  dark: {
    canvas: '#0d0f13',
    page: '#13151a',
    raised: '#1a1d24',
    hover: '#22262e',
    border: '#292d36',
    'border-strong': '#3c424e',
    text: '#e4e6eb',
    dimmed: '#9ba3b1',
    placeholder: '#8d95a3',
    scrim: 'rgb(0 0 0 / 55%)',
  },
} as const satisfies Record<Scheme, Record<string, string>>

/** The one accent: what can be pressed, what is selected, and what has the focus. It is never a status. */
export const ACCENT = {
  light: { fill: '#4046c6', 'fill-hover': '#353aa9', tint: '#ecedfd', 'tint-hover': '#e1e3fb', text: '#3a3fb8' },
  dark: { fill: '#5960e0', 'fill-hover': '#6b72e8', tint: '#23264a', 'tint-hover': '#2b2f5a', text: '#a9aff8' },
} as const satisfies Record<Scheme, Record<string, string>>

export const TONES: Record<Scheme, Record<Tone, ToneColors>> = {
  light: {
    active: { solid: '#0a74c4', tint: '#e3f0fb', text: '#0a5590' },
    good: { solid: '#0f7f53', tint: '#e2f4eb', text: '#0b6340' },
    warn: { solid: '#b06a00', tint: '#fcf0da', text: '#7c4a00' },
    bad: { solid: '#c5303d', tint: '#fde9eb', text: '#a01c2a' },
    idle: { solid: '#7b828f', tint: '#eef0f3', text: '#464d5a' },
  },
  dark: {
    active: { solid: '#4ba8ee', tint: '#11304a', text: '#8ac9f8' },
    good: { solid: '#3ecf94', tint: '#11362a', text: '#74e2b4' },
    warn: { solid: '#e5a83b', tint: '#3a2b10', text: '#f3c672' },
    bad: { solid: '#f2707c', tint: '#431a20', text: '#ff9fa8' },
    idle: { solid: '#8a92a0', tint: '#262a33', text: '#b6bdc9' },
  },
}

/** Fill of buttons for what can't be undone, with white text. */
export const DANGER = { light: '#c5303d', dark: '#cb3d4a' } as const satisfies Record<Scheme, string>

/**
 * Series of a chart of results. The hue is the meaning, and the step tells results with the same meaning apart: success and conversation,
 * then voicemail, no answer and busy, then failed.
 */
export const SERIES: Record<Scheme, readonly string[]> = {
  light: [TONES.light.good.solid, '#33a57a', '#8a5200', TONES.light.warn.solid, '#bd8018', TONES.light.bad.solid],
  dark: [TONES.dark.good.solid, '#2c8f68', '#f5cf85', TONES.dark.warn.solid, '#a97724', TONES.dark.bad.solid],
}

/** Sizes of text: notes, body and tables, dialogs, section titles, page titles, figures. */
export const TYPE = { xs: 12, sm: 13, md: 14, lg: 16, xl: 20, figure: 24 } as const
export const WEIGHTS = { regular: 400, medium: 500, bold: 600 } as const
export const SPACE = { xs: 8, sm: 12, md: 16, lg: 20, xl: 32 } as const
export const RADII = { xs: 3, sm: 4, md: 6, lg: 8, xl: 32 } as const

/** Height of a row in every table, in pixels. */
export const ROW_HEIGHT = 34
/** Heights on phones, where a name may take two lines, and another line may follow it. */
export const PHONE_ROW_HEIGHT = 44
export const PHONE_SECOND_LINE = 16
export const HEADER_HEIGHT = 48
export const NAVIGATION_WIDTH = 216
