/** OpenAI voices, which both vendors name the same except for the capital letter. */
const OPENAI_VOICES: ReadonlySet<string> = new Set(['alloy', 'echo', 'fable', 'nova', 'onyx', 'shimmer'])

/**
 * Returns Retell's ID of a voice. An ID without a colon is Retell's own and stays unchanged. An ID such as `openai:alloy` is translated if Retell
 * has the same voice; otherwise null.
 */
export function toRetellVoice(id: string): string | null {
  const [vendor, name = '', ...rest] = id.split(':')
  if (!id.includes(':')) return id
  if (vendor !== 'openai' || rest.length > 0 || !OPENAI_VOICES.has(name.toLowerCase())) return null
  return `openai-${name[0]!.toUpperCase()}${name.slice(1).toLowerCase()}`
}
