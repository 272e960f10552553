import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core'

const ink: MantineColorsTuple = ['#eef0ff', '#dcdfff', '#b6bbfb', '#8d95f6', '#6b75f1', '#5560ee', '#4853e4', '#3538b8', '#2f32a3', '#252a8c']

/** One brand color. Text on it, and it on every background, has a contrast of at least 4.5 in both schemes. */
export const theme = createTheme({
  colors: { ink },
  primaryColor: 'ink',
  primaryShade: { light: 7, dark: 6 },
  autoContrast: true,
  defaultRadius: 'md',
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Notification: { styles: { description: { color: 'var(--mantine-color-dimmed)' } } },
    // Dialog headers aren't page banners, of which there is one already.
    ModalHeader: { defaultProps: { role: 'presentation' } },
    DrawerHeader: { defaultProps: { role: 'presentation' } },
  },
})

/** Overrides of Mantine colors with too little contrast. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': '#5c626b',
    '--mantine-color-placeholder': '#6b7280',
    '--mantine-color-green-light-color': '#1d6b2e',
    '--mantine-color-orange-light-color': '#8a3a00',
    '--mantine-color-teal-light-color': '#076a4c',
    '--mantine-color-yellow-light-color': '#8a4300',
    '--mantine-color-red-light-color': '#a61e1e',
    '--mantine-color-error': '#c92a2a',
  },
  dark: {
    '--mantine-color-anchor': ink[3],
    '--mantine-color-default-hover': '#333333',
    '--mantine-color-dimmed': '#a9afb8',
    '--mantine-color-placeholder': '#9aa1ab',
    '--mantine-color-error': '#ff8787',
  },
})
