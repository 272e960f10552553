import { build, type InlineConfig } from 'vite'

/** Files whose needs decide how modules are shared, from what every visit loads to what few visits do. */
const LANDMARKS = {
  base: 'main.tsx',
  shell: 'shell/Frame.tsx',
  home: 'pages/home/Home.tsx',
  calls: 'pages/calls/Calls.tsx',
  campaigns: 'pages/campaigns/Campaigns.tsx',
  forms: 'pages/signIn/Access.tsx',
}

interface Chunk {
  imports: string[]
  moduleIds: string[]
}

/**
 * Returns the chunk of a module: that of the first landmark that needs it. Pages stay files of their own. What is needed is known only once
 * unused code has been removed, so this builds the dashboard once without writing it.
 */
export async function planChunks(config: InlineConfig): Promise<(id: string) => string | null> {
  const chunks = await buildChunks(config)
  const needs = new Map<string, string[]>()
  for (const [name, file] of Object.entries(LANDMARKS)) {
    const entry = [...chunks].find(([, { moduleIds }]) => moduleIds.some((id) => id.endsWith(`/web/src/${file}`)))?.[0]
    if (!entry) throw new Error(`${file} is in no chunk`)
    for (const needed of withImports(entry, chunks)) if (needed !== entry || !file.startsWith('pages/')) needs.set(needed, [...(needs.get(needed) ?? []), name])
  }
  const names = new Map([...needs].flatMap(([chunk, by]) => chunks.get(chunk)!.moduleIds.map((id) => [id, nameOf(by)] as const)))
  return (id) => (id.includes('/node_modules/zod/') ? 'validation' : (names.get(id) ?? null))
}

/**
 * Signing in waits neither for the frame nor for a list: what it shares with them is in the entry, or in a chunk of fields. What Home
 * shares with lists is apart from what it shares with other overviews.
 */
function nameOf([first, ...others]: string[]): string {
  if (!others.includes('forms')) return first === 'home' && others.includes('calls') ? 'pages' : first!
  return first === 'calls' || first === 'campaigns' ? 'fields' : 'base'
}

async function buildChunks(config: InlineConfig): Promise<Map<string, Chunk>> {
  const result = await build({ ...config, configFile: false, logLevel: 'error', build: { ...config.build, write: false, minify: false } })
  if (!('output' in result)) throw new Error('Expected one build')
  return new Map(result.output.flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file] as const] : [])))
}

function withImports(name: string, chunks: Map<string, Chunk>, found = new Set<string>()): Set<string> {
  if (found.has(name)) return found
  found.add(name)
  for (const imported of chunks.get(name)!.imports) withImports(imported, chunks, found)
  return found
}
