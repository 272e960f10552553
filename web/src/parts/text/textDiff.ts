/** A piece of text that both versions have, or only one. */
export interface Piece {
  kind: 'same' | 'removed' | 'added'
  text: string
}

/** Compares two texts by line, then the changed lines by word. */
export function diffTexts(before: string, after: string): Piece[] {
  const lines = diff(splitLines(before), splitLines(after))
  return mergePieces(
    groupChanges(lines).flatMap(({ same, removed, added }) => [{ kind: 'same' as const, text: same }, ...diff(splitWords(removed), splitWords(added))]),
  )
}

const splitLines = (text: string) => text.match(/[^\n]*\n|[^\n]+$/g) ?? []
const splitWords = (text: string) => text.match(/\s+|[\p{L}\p{N}_]+|[^\s\p{L}\p{N}_]/gu) ?? []

/** Above this number of comparisons the whole text counts as changed. */
const MAX_COMPARISONS = 4_000_000

/** Finds the longest common subsequence, after trimming the common start and end. */
function diff(before: string[], after: string[]): Piece[] {
  let start = 0
  while (start < before.length && start < after.length && before[start] === after[start]) start += 1
  let end = 0
  while (end < before.length - start && end < after.length - start && before.at(-1 - end) === after.at(-1 - end)) end += 1
  const [a, b] = [before.slice(start, before.length - end), after.slice(start, after.length - end)]
  const middle = a.length * b.length > MAX_COMPARISONS ? [...a.map(removed), ...b.map(added)] : diffMiddle(a, b)
  return [...before.slice(0, start).map(same), ...middle, ...before.slice(before.length - end).map(same)]
}

function diffMiddle(a: string[], b: string[]): Piece[] {
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

/** Groups each change with the unchanged text before it. */
function groupChanges(lines: Piece[]) {
  const groups = [{ same: '', removed: '', added: '' }]
  for (const { kind, text } of lines) {
    const last = groups.at(-1)!
    if (kind === 'same' && (last.removed || last.added)) groups.push({ same: text, removed: '', added: '' })
    else last[kind] += text
  }
  return groups
}

/** Merges neighbors of one kind, and puts removed text before the added text that replaces it. */
function mergePieces(pieces: Piece[]): Piece[] {
  const merged: Piece[] = []
  for (const { kind, text } of pieces) {
    if (!text) continue
    const last = merged.at(-1)
    const beforeLast = merged.at(-2)
    if (last?.kind === kind) last.text += text
    else if (kind === 'removed' && last?.kind === 'added' && beforeLast?.kind === 'removed') beforeLast.text += text
    else merged.push({ kind, text })
  }
  return merged
}
