import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type CompiledMessage, compileMessage } from '@lingui/message-utils/compileMessage'
import type { Plugin } from 'vite'
import { bundleOf } from './src/messageBundles.ts'

const FOLDER = join(import.meta.dirname, 'src/messages')

/**
 * Compiles the message files when the dashboard is built, so that no browser parses them, and writes them as JSON to
 * `<MESSAGES_URL>/<language>/<bundle>.json`. They are assets and not modules, because the entry would otherwise name each of
 * them in each language.
 */
export function messageAssets(): Plugin {
  const hash = createHash('sha256')
    .update(JSON.stringify([...compileAll()]))
    .digest('base64url')
    .slice(0, 8)
  const base = `assets/languages-${hash}`
  return {
    name: 'message-assets',
    config: () => ({ define: { MESSAGES_URL: JSON.stringify(`/${base}`) } }),
    generateBundle() {
      for (const [path, source] of compileAll()) this.emitFile({ type: 'asset', fileName: `${base}/${path}`, source })
    },
    configureServer({ middlewares }) {
      middlewares.use(`/${base}`, (req, res) => res.setHeader('Content-Type', 'application/json').end(compileAll().get(req.url!.slice(1))))
    },
  }
}

/** The contents of `<language>/<bundle>.json`: compiled messages by subject and key. */
function compileAll(): Map<string, string> {
  const bundles = new Map<string, Record<string, Record<string, CompiledMessage>>>()
  for (const language of readdirSync(FOLDER)) {
    for (const file of readdirSync(join(FOLDER, language))) {
      const subject = file.replace('.json', '')
      const path = `${language}/${bundleOf(subject)}.json`
      bundles.set(path, { ...bundles.get(path), [subject]: compile(join(FOLDER, language, file)) })
    }
  }
  return new Map([...bundles].map(([path, subjects]) => [path, JSON.stringify(subjects)]))
}

const compile = (path: string) => {
  const texts = Object.entries(JSON.parse(readFileSync(path, 'utf8')) as Record<string, string>)
  return Object.fromEntries(texts.map(([key, text]) => [key, compileMessage(text)]))
}
