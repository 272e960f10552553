import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Holds what people read to the product's words (`scripts/words.json`): the dashboard's English, both API references, settings, the
 * documentation, the command line and the messages in the code. Prints each word that has a better one. `node scripts/words.mjs [folder]`.
 */
const { words, exceptions } = JSON.parse(readFileSync(new URL('words.json', import.meta.url), 'utf8'))
const rules = words.map(({ word, use }) => ({ pattern: new RegExp(`(?<![\\w-])(?:${word})(?![\\w-])`, 'gi'), use }))
const allowed = exceptions.map(({ in: where, word }) => ({ where: new RegExp(`^(?:${where})`), word }))

/** The words in a text that have a better one, with the line that each is in. */
export const wordsIn = (text, path) =>
  text
    .split('\n')
    .flatMap((line, at) =>
      rules.flatMap(({ pattern, use }) =>
        [...line.matchAll(pattern)]
          .filter(([word]) => !allowed.some((exception) => exception.where.test(path) && exception.word === word.toLowerCase()))
          .map(([word]) => ({ path, line: at + 1, word, use })),
      ),
    )

/** Keeps the lines of a text, and of each only what `pattern` captures. */
const only = (text, pattern) => {
  const lines = text.split('\n').map(() => '')
  for (const match of text.matchAll(pattern)) lines[text.slice(0, match.index).split('\n').length - 1] += ` ${match[1] ?? match[0]}`
  return lines.join('\n')
}
const prose = (text) => text.replace(/^```[^]*?^```$/gm, (block) => block.replaceAll(/[^\n]/g, '')).replaceAll(/`[^`\n]*`/g, '')
const described = (value) =>
  Array.isArray(value)
    ? value.flatMap(described)
    : value && typeof value === 'object'
      ? Object.entries(value).flatMap(([key, inner]) => (/^(description|summary)$/.test(key) && typeof inner === 'string' ? [inner] : described(inner)))
      : []
/** Sentences in the code: literals of three words or more. */
const LITERAL = /'((?:[^'\\\n]|\\.)* (?:[^'\\\n]|\\.)* (?:[^'\\\n]|\\.)*)'|`([^`\n]* [^`\n]* [^`\n]*)`/g
const sentences = (code) => only(code.replaceAll(/^\s*(\/\/|\/?\*).*$/gm, ''), LITERAL)

const within = (root, folder, name) =>
  readdirSync(join(root, folder), { recursive: true })
    .map((path) => `${folder}/${String(path)}`.replaceAll('\\', '/'))
    .filter((path) => name.test(path))

/** Every text that people read, by its path. */
function texts(root) {
  const read = (path) => readFileSync(join(root, path), 'utf8')
  const code = within(root, 'src', /\.ts$/).filter((path) => !/^src\/(generated|simulator|data)\//.test(path))
  return [
    ...within(root, 'web/src/messages/en', /\.json$/).map((path) => [path, read(path).replaceAll(/^ *"[^"]*": /gm, '')]),
    ['schema.graphql', only(read('schema.graphql'), /"""([^]*?)"""/g).replaceAll(/`[^`]*`/g, '')],
    [
      'openapi.json',
      described(JSON.parse(read('openapi.json')))
        .join('\n')
        .replaceAll(/`[^`]*`/g, ''),
    ],
    ['.env.example', read('.env.example')],
    ...['README.md', 'CONTRIBUTING.md', 'SECURITY.md', ...within(root, 'docs', /^docs\/[^/]+\.md$/)].map((path) => [path, prose(read(path))]),
    ...[...code, ...within(root, 'clients/cli/src', /\.ts$/)].map((path) => [path, sentences(read(path))]),
  ]
}

if (process.argv[1]?.endsWith('words.mjs')) {
  const found = texts(process.argv[2] ?? '.').flatMap(([path, text]) => wordsIn(text, path))
  for (const { path, line, word, use } of found) process.stdout.write(`${path}:${line}: "${word}": ${use}\n`)
  process.exit(found.length > 0 ? 1 : 0)
}
