import { readFileSync } from 'node:fs'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type UserConfig } from 'vite'
import { planChunks } from './chunks.ts'
import { componentStyles, ownPalette } from './componentStyles.ts'

/** Messages are compiled when the dashboard is built, so that no browser parses them. */
const messages: Plugin = {
  name: 'messages',
  enforce: 'pre',
  load(id) {
    if (!/\/messages\/\w+\/\w+\.json$/.test(id)) return null
    const texts = Object.entries(JSON.parse(readFileSync(id, 'utf8')) as Record<string, string>)
    return { code: `export default ${JSON.stringify(Object.fromEntries(texts.map(([key, text]) => [key, compileMessage(text)])))}`, moduleType: 'js' }
  },
}

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

const config = {
  root: import.meta.dirname,
  plugins: [messages, componentStyles(), ownPalette, preloadShell, react()],
  build: { target: 'baseline-widely-available', outDir: '../dist/web', emptyOutDir: true, reportCompressedSize: false },
  server: { proxy: { '/graphql': { target: server, ws: true }, '/downloads': server, '/recordings': server } },
} satisfies UserConfig

/** Without a plan, each page would load a hundred small files. */
export default defineConfig(async ({ command }) => {
  if (command === 'serve') return config
  const name = await planChunks(config)
  const output = { codeSplitting: { groups: [{ name, includeDependenciesRecursively: false }] } }
  return { ...config, build: { ...config.build, rolldownOptions: { output } } }
})
