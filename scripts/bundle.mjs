import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, relative } from 'node:path'
import { build } from 'esbuild'

/**
 * Bundles each program of dist/ with its imports into a few files, in place, since Node takes longer to find and read two thousand
 * modules than to run them. Every module still finds the files next to it, because `import.meta.url` and `__dirname` keep its original path.
 */
const PROGRAMS = ['main', 'admin/main', 'embedded/keeper', 'simulator/child']

/** Added to each file: `require` for CommonJS modules, and the URL of dist/. */
const BANNER = `import { createRequire as __requireFrom } from 'node:module'
import { fileURLToPath as __pathOf } from 'node:url'
const require = __requireFrom(import.meta.url)
const __dist = import.meta.url.slice(0, import.meta.url.lastIndexOf('/dist/') + 6)`

const places = {
  name: 'places',
  setup({ onLoad }) {
    onLoad({ filter: /\.[cm]?js$/ }, async ({ path }) => {
      const code = await readFile(path, 'utf8')
      const at = (file) => `new URL(${JSON.stringify(relative('dist', file))}, __dist).href`
      if (/\bimport\.meta\.url\b/.test(code)) return { contents: code.replaceAll(/\bimport\.meta\.url\b/g, at(path)) }
      if (/\b__(dirname|filename)\b/.test(code))
        return { contents: `var __filename = __pathOf(${at(path)}), __dirname = __pathOf(${at(dirname(path))});${code}` }
    })
  },
}

const { outputFiles } = await build({
  entryPoints: PROGRAMS.map((name) => `dist/src/${name}.js`),
  outbase: 'dist/src',
  outdir: 'dist/src',
  allowOverwrite: true,
  bundle: true,
  // Some packages identify their classes by name.
  keepNames: true,
  splitting: true,
  chunkNames: 'parts/[hash]',
  platform: 'node',
  format: 'esm',
  target: 'node20.19',
  banner: { js: BANNER },
  plugins: [places],
  // These packages load native code and WebAssembly from separate files.
  external: ['@node-rs/argon2', '@prisma/schema-engine-wasm/*'],
  logLevel: 'warning',
  write: false,
})

// One such character, even in a comment, makes Node keep the whole file in memory with two bytes for each.
const escapeWide = (text) => text.replaceAll(/[\u0100-\uffff]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)

await mkdir('dist/src/parts', { recursive: true })
await Promise.all(outputFiles.map(({ path, text }) => writeFile(path, escapeWide(text))))
