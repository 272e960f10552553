/** OpenAI's voices, which both vendors name alike but for the capital letter. */
const OPENAI: ReadonlySet<string> = new Set(['alloy', 'echo', 'fable', 'nova', 'onyx', 'shimmer'])

/**
 * Retell's id of a voice. Its own are taken as they are, whatever they look like: only Retell knows them all. Of other
 * vendors' (`openai:alloy`), those that are surely the same voice; null for the rest.
 */
export function retellVoice(id: string): string | null {
  const [maker, name = '', ...more] = id.split(':')
  if (!id.includes(':')) return id
  if (maker !== 'openai' || more.length > 0 || !OPENAI.has(name.toLowerCase())) return null
  return `openai-${name[0]!.toUpperCase()}${name.slice(1).toLowerCase()}`
}
