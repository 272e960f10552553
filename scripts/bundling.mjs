import { readFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { build } from 'esbuild'

/** What runs as a process of its own in a checkout, and reads many modules at its start. */
export const PROGRAMS = ['main', 'admin/main', 'embedded/keeper', 'simulator/child']

/** Added to each file: `require` for CommonJS modules, and the URL of the folder of all files. */
const bannerOf = (folder) => `import { createRequire as __requireFrom } from 'node:module'
import { fileURLToPath as __pathOf } from 'node:url'
const require = __requireFrom(import.meta.url)
const __dist = import.meta.url.slice(0, import.meta.url.lastIndexOf('/${folder}/') + ${folder.length + 2})`

/** Replaces `import.meta.url`, `__dirname` and `__filename` of each module by the place that `placeOf` gives its file below the folder. */
const places = (placeOf) => ({
  name: 'places',
  setup({ onLoad }) {
    onLoad({ filter: /\.([cm]?js|ts)$/ }, async ({ path }) => {
      const code = await readFile(path, 'utf8')
      const loader = path.endsWith('.ts') ? 'ts' : 'js'
      const at = (place) => `new URL(${JSON.stringify(place)}, __dist).href`
      if (/\bimport\.meta\.url\b/.test(code)) return { loader, contents: code.replaceAll(/\bimport\.meta\.url\b/g, at(placeOf(path))) }
      if (/\b__(dirname|filename)\b/.test(code))
        return { loader, contents: `var __filename = __pathOf(${at(placeOf(path))}), __dirname = __pathOf(${at(dirname(placeOf(path)))});${code}` }
    })
  },
})

// One such character, even in a comment, makes Node keep the whole file in memory with two bytes for each.
const escapeWide = (text) => text.replaceAll(/[\u0100-\uffff]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)

/**
 * Bundles programs with their imports into a few files, since Node takes longer to find and read two thousand modules than to run
 * them. Every module still finds the files next to it. Returns the files: their paths and texts.
 */
export async function bundle({ placeOf, folder = 'dist', ...options }) {
  const { outputFiles } = await build({
    bundle: true,
    splitting: true,
    chunkNames: 'parts/[hash]',
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    banner: { js: bannerOf(folder) },
    plugins: [places(placeOf)],
    // These packages load native code and WebAssembly from separate files.
    external: ['@node-rs/argon2', '@prisma/schema-engine-wasm/*'],
    logLevel: 'warning',
    write: false,
    ...options,
  })
  return outputFiles.map(({ path, text }) => ({ path: resolve(path), text: escapeWide(text) }))
}
