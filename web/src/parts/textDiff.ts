/** A piece of a text: in both, or only in what it was, or only in what it is. */
export interface Piece {
  kind: 'same' | 'removed' | 'added'
  text: string
}

/** What lines differ by, word by word; between them, what stayed the same. */
export function diffTexts(before: string, after: string): Piece[] {
  const lines = diff(linesOf(before), linesOf(after))
  return joined(changes(lines).flatMap(({ same, removed, added }) => [{ kind: 'same' as const, text: same }, ...diff(wordsOf(removed), wordsOf(added))]))
}

const linesOf = (text: string) => text.match(/[^\n]*\n|[^\n]+$/g) ?? []
const wordsOf = (text: string) => text.match(/\s+|[\p{L}\p{N}_]+|[^\s\p{L}\p{N}_]/gu) ?? []

/** Beyond so many comparisons all of it counts as changed. */
const MAX = 4_000_000

/** By the longest common subsequence, after what both begin and end with. */
function diff(before: string[], after: string[]): Piece[] {
  let start = 0
  while (start < before.length && start < after.length && before[start] === after[start]) start += 1
  let end = 0
  while (end < before.length - start && end < after.length - start && before.at(-1 - end) === after.at(-1 - end)) end += 1
  const [a, b] = [before.slice(start, before.length - end), after.slice(start, after.length - end)]
  const middle = a.length * b.length > MAX ? [...a.map(removed), ...b.map(added)] : between(a, b)
  return [...before.slice(0, start).map(same), ...middle, ...before.slice(before.length - end).map(same)]
}

function between(a: string[], b: string[]): Piece[] {
  const width = b.length + 1
  const lengths = new Uint32Array((a.length + 1) * width)
  for (let i = a.length - 1; i >= 0; i -= 1)
    for (let j = b.length - 1; j >= 0; j -= 1)
      lengths[i * width + j] = a[i] === b[j] ? lengths[(i + 1) * width + j + 1]! + 1 : Math.max(lengths[(i + 1) * width + j]!, lengths[i * width + j + 1]!)
  const pieces: Piece[] = []
  let [i, j] = [0, 0]
  while (i < a.length && j < b.length) {
    if (a[i] === b[j]) {
      pieces.push(same(a[i]!))
      i += 1
      j += 1
    } else if (lengths[(i + 1) * width + j]! >= lengths[i * width + j + 1]!) pieces.push(removed(a[i++]!))
    else pieces.push(added(b[j++]!))
  }
  return [...pieces, ...a.slice(i).map(removed), ...b.slice(j).map(added)]
}

const same = (text: string): Piece => ({ kind: 'same', text })
const removed = (text: string): Piece => ({ kind: 'removed', text })
const added = (text: string): Piece => ({ kind: 'added', text })

/** Each change with what stands before it unchanged. */
function changes(lines: Piece[]) {
  const found = [{ same: '', removed: '', added: '' }]
  for (const { kind, text } of lines) {
    const last = found.at(-1)!
    if (kind === 'same' && (last.removed || last.added)) found.push({ same: text, removed: '', added: '' })
    else last[kind] += text
  }
  return found
}

/** Neighbours of one kind are one piece; what was removed stands before what was added instead. */
function joined(pieces: Piece[]): Piece[] {
  const made: Piece[] = []
  for (const { kind, text } of pieces) {
    if (!text) continue
    const last = made.at(-1)
    const beforeLast = made.at(-2)
    if (last?.kind === kind) last.text += text
    else if (kind === 'removed' && last?.kind === 'added' && beforeLast?.kind === 'removed') beforeLast.text += text
    else made.push({ kind, text })
  }
  return made
}
