import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type UserConfig } from 'vite'
import { planChunks } from './chunks.ts'
import { componentStyles, ownPalette } from './componentStyles.ts'
import { firstFrame } from './firstFrame.ts'
import { messageAssets } from './messageAssets.ts'

/** The frame around every page loads together with the entry, not after it. */
const preloadShell: Plugin = {
  name: 'preload-shell',
  transformIndexHtml: (_html, { bundle }) =>
    Object.values(bundle ?? {}).flatMap((file) =>
      file.type === 'chunk' && file.name === 'shell'
        ? [{ tag: 'link', attrs: { rel: 'modulepreload', crossorigin: true, href: `/${file.fileName}` }, injectTo: 'head' as const }]
        : [],
    ),
}

const server = 'http://127.0.0.1:4000'

/** What the dashboard does not use of the server's vocabulary stays out, such as the English sentences of errors. */
const treeshake = { moduleSideEffects: [{ test: /\/src\/kernel\//, sideEffects: false }] }

const config = {
  root: import.meta.dirname,
  plugins: [messageAssets(), componentStyles(), ownPalette, preloadShell, firstFrame, react()],
  build: { target: 'baseline-widely-available', outDir: '../dist/web', emptyOutDir: true, reportCompressedSize: false, rolldownOptions: { treeshake } },
  server: { proxy: { '/graphql': { target: server, ws: true }, '/downloads': server, '/recordings': server } },
} satisfies UserConfig

/** Without a plan, each page would load a hundred small files. */
export default defineConfig(async ({ command }) => {
  if (command === 'serve') return config
  const name = await planChunks(config)
  const output = { codeSplitting: { groups: [{ name, includeDependenciesRecursively: false }] } }
  return { ...config, build: { ...config.build, rolldownOptions: { treeshake, output } } }
})
