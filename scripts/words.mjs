import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Checks all texts that users read for words with a better replacement (`scripts/words.json`): the English dashboard, both API
 * references, settings, documentation, the command line and messages in the code. Prints each word. `node scripts/words.mjs [folder]`.
 */
const { words, exceptions } = JSON.parse(readFileSync(new URL('words.json', import.meta.url), 'utf8'))
const rules = words.map(({ word, use }) => ({ pattern: new RegExp(`(?<![\\w-])(?:${word})(?![\\w-])`, 'gi'), use }))
/** Any of the words: few lines have one, and only these are searched for each. */
const anyWord = new RegExp(`(?<![\\w-])(?:${words.map(({ word }) => word).join('|')})(?![\\w-])`, 'i')
const allowed = exceptions.map(({ in: where, word }) => ({ where: new RegExp(`^(?:${where})`), word }))

/** Lists the words in a text that have a better replacement, with their lines. */
export const findWords = (text, path) =>
  text
    .split('\n')
    .flatMap((line, at) =>
      (anyWord.test(line) ? rules : []).flatMap(({ pattern, use }) =>
        [...line.matchAll(pattern)]
          .filter(([word]) => !allowed.some((exception) => exception.where.test(path) && exception.word === word.toLowerCase()))
          .map(([word]) => ({ path, line: at + 1, word, use })),
      ),
    )

const breaksIn = (text) => text.replaceAll(/[^\n]+/g, '')
/** Keeps only what `pattern` captures, with its line breaks, on its original line. */
const keepMatches = (text, pattern) => {
  let kept = ''
  let end = 0
  for (const match of text.matchAll(pattern)) {
    kept += `${breaksIn(text.slice(end, match.index))} ${match[1] ?? match[0]}`
    end = match.index + match[0].length
  }
  return kept + breaksIn(text.slice(end))
}
const withoutCode = (text) => text.replace(/^```[^]*?^```$/gm, (block) => block.replaceAll(/[^\n]/g, '')).replaceAll(/`[^`\n]*`/g, '')
const descriptionsOf = (value) =>
  Array.isArray(value)
    ? value.flatMap(descriptionsOf)
    : value && typeof value === 'object'
      ? Object.entries(value).flatMap(([key, inner]) => (/^(description|summary)$/.test(key) && typeof inner === 'string' ? [inner] : descriptionsOf(inner)))
      : []
/** Sentences in the code: literals of three words or more. */
const LITERAL = /'((?:[^'\\\n]|\\.)* (?:[^'\\\n]|\\.)* (?:[^'\\\n]|\\.)*)'|`([^`\n]* [^`\n]* [^`\n]*)`/g
const listSentences = (code) => keepMatches(code.replaceAll(/^\s*(\/\/|\/?\*).*$/gm, ''), LITERAL)

const listFiles = (root, folder, name) =>
  readdirSync(join(root, folder), { recursive: true })
    .map((path) => `${folder}/${String(path)}`.replaceAll('\\', '/'))
    .filter((path) => name.test(path))

/** Lists every text that users read, with its path. */
function listTexts(root) {
  const read = (path) => readFileSync(join(root, path), 'utf8')
  const code = listFiles(root, 'src', /\.ts$/).filter((path) => !/^src\/(generated|simulator|data)\//.test(path))
  return [
    ...listFiles(root, 'web/src/messages/en', /\.json$/).map((path) => [path, read(path).replaceAll(/^ *"[^"]*": /gm, '')]),
    ['schema.graphql', keepMatches(read('schema.graphql'), /"""([^]*?)"""/g).replaceAll(/`[^`]*`/g, '')],
    [
      'openapi.json',
      descriptionsOf(JSON.parse(read('openapi.json')))
        .join('\n')
        .replaceAll(/`[^`]*`/g, ''),
    ],
    ['.env.example', read('.env.example')],
    ...['README.md', 'CONTRIBUTING.md', 'SECURITY.md', ...listFiles(root, 'docs', /^docs\/[^/]+\.md$/)].map((path) => [path, withoutCode(read(path))]),
    ...[...code, ...listFiles(root, 'clients/cli/src', /\.ts$/)].map((path) => [path, listSentences(read(path))]),
  ]
}

if (process.argv[1]?.endsWith('words.mjs')) {
  const matches = listTexts(process.argv[2] ?? '.').flatMap(([path, text]) => findWords(text, path))
  for (const { path, line, word, use } of matches) process.stdout.write(`${path}:${line}: "${word}": ${use}\n`)
  process.exit(matches.length > 0 ? 1 : 0)
}
