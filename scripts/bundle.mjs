import { mkdir, writeFile } from 'node:fs/promises'
import { relative } from 'node:path'
import { bundle } from './bundling.mjs'

/** Bundles each program of dist/ in place. The compiled modules stay next to it. */
const PROGRAMS = ['main', 'admin/main', 'embedded/keeper', 'simulator/child']

const files = await bundle({
  placeOf: (path) => relative('dist', path),
  entryPoints: PROGRAMS.map((name) => `dist/src/${name}.js`),
  outbase: 'dist/src',
  outdir: 'dist/src',
  allowOverwrite: true,
  chunkNames: 'parts/[hash]',
})
await mkdir('dist/src/parts', { recursive: true })
await Promise.all(files.map(({ path, text }) => writeFile(path, text)))
