import { readdirSync, readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

const STYLES = new URL('../node_modules/@mantine/core/styles/', import.meta.url)

/**
 * Loads the styles of each Mantine component together with its script: the module that names a component's classes imports the file
 * that has their rules. A component imports those that it is made of, so the order of the rules is right in each chunk. Mantine's
 * layer keeps them behind the dashboard's own styles, however late they load.
 */
export function componentStyles(): Plugin {
  const files = filesByClass()
  return {
    name: 'component-styles',
    transform: {
      filter: { id: /@mantine\/core\/esm\/.*\.module\.mjs$/ },
      handler(code) {
        const needed = new Set(classesIn(code).flatMap((name) => files.get(name) ?? []))
        return [...needed].map((file) => `import '@mantine/core/styles/${file}'\n`).join('') + code
      },
    },
  }
}

const NAMES = 'red|pink|grape|violet|indigo|blue|cyan|teal|green|lime|yellow|orange'
/** Mantine's own palette, and what follows from it. The dashboard's colors are in `tokens.ts`. */
const PALETTE = new RegExp(`^\\s*--mantine-[\\w-]+:[^;]*(?<=--mantine-color-(?:${NAMES})-[^;]*);\\n`, 'gm')

/** Leaves out the variables of colors that no page has. */
export const ownPalette: Plugin = {
  name: 'own-palette',
  enforce: 'pre',
  transform: { filter: { id: /default-css-variables\.layer\.css$/ }, handler: (code) => code.replace(PALETTE, '') },
}

/** The style file of each class that has rules. */
function filesByClass(): Map<string, string> {
  const names = readdirSync(STYLES).filter((name) => name.endsWith('.layer.css'))
  return new Map(names.flatMap((file) => classesIn(readFileSync(new URL(file, STYLES), 'utf8')).map((name) => [name, file] as const)))
}

const classesIn = (text: string) => [...new Set(text.match(/\bm_[0-9a-f]{6,8}\b/g))]
