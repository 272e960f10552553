import { readFileSync } from 'node:fs'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import react from '@vitejs/plugin-react'
import { PurgeCSS } from 'purgecss'
import { defineConfig, type Plugin } from 'vite'

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

/**
 * Styles of components that nothing uses are left out: their class names are in none of the scripts. Attributes are put together when
 * a page runs, so that any may be there. */
const usedStyles: Plugin = {
  name: 'used-styles',
  apply: 'build',
  enforce: 'post',
  async generateBundle(_options, bundle) {
    const content = Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? [{ raw: file.code, extension: 'js' }] : []))
    for (const file of Object.values(bundle)) {
      if (file.type !== 'asset' || !file.fileName.endsWith('.css')) continue
      const { raw, restored } = withoutNegations(String(file.source))
      const dynamicAttributes = [...raw.matchAll(/\[([\w-]+)/g)].map(([, name]) => name!)
      const [purged] = await new PurgeCSS().purge({ content, css: [{ raw }], dynamicAttributes, defaultExtractor: (text) => text.match(/[\w-]+/g) ?? [] })
      file.source = restored(purged!.css)
    }
  },
}

/**
 * PurgeCSS drops every selector with `:where(:not(…))`, also of components that are used: an attribute stands in for it meanwhile.
 * At most one level of brackets is within the `:not`.
 */
function withoutNegations(css: string) {
  const negations: string[] = []
  const raw = css.replace(/:where\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)/g, (where) =>
    where.includes(':not(') ? `[data-negation-${negations.push(where) - 1}]` : where,
  )
  return { raw, restored: (purged: string) => purged.replace(/\[data-negation-(\d+)\]/g, (_, at: string) => negations[Number(at)]!) }
}

const server = 'http://127.0.0.1:4000'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [messages, react(), usedStyles],
  build: { target: 'baseline-widely-available', outDir: '../dist/web', emptyOutDir: true, reportCompressedSize: false },
  server: { proxy: { '/graphql': { target: server, ws: true }, '/downloads': server, '/recordings': server } },
})
