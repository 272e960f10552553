import { mkdir, writeFile } from 'node:fs/promises'
import { relative } from 'node:path'
import { bundle, PROGRAMS } from './bundling.mjs'

/** Bundles each program of dist/ in place. The compiled modules stay next to it. */
const files = await bundle({
  placeOf: (path) => relative('dist', path),
  entryPoints: PROGRAMS.map((name) => `dist/src/${name}.js`),
  outbase: 'dist/src',
  outdir: 'dist/src',
  allowOverwrite: true,
})
await mkdir('dist/src/parts', { recursive: true })
await Promise.all(files.map(({ path, text }) => writeFile(path, text)))
