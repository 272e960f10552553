/** Characters of JSON parsed between two pauses. */
const PIECE = 16_384
/** Characters scanned between two pauses. */
const STRETCH = 16_384
/** A piece is longer than this only if a single key, number or gap is. */
const MAX_LENGTH = 3 * PIECE
/** Maximum members of one object: hash tables grow in steps that take longer each time. */
const MAX_MEMBERS = 20_000

interface Options {
  /** Maximum nesting depth. */
  levels: number
  /** Maximum number of values: many small values take far more memory than text. */
  maxValues: number
  /**
   * Validates a part as soon as it is parsed: an object or array of neighboring values of one level. `path` leads to them; `offset` is the
   * index of the first in its array. Throws to reject the part.
   */
  validate?: (part: object, at: { path: readonly (string | number)[]; offset: number }) => void
}

/** The text is not JSON, is nested too deeply, or has too many values. */
export class UnreadableJson extends Error {
  override readonly name = 'UnreadableJson'
  readonly reason: 'syntax' | 'depth' | 'values'
  constructor(reason: 'syntax' | 'depth' | 'values') {
    super({ syntax: 'is not JSON', depth: 'is nested too deeply', values: 'contains too many values, or a name or number that is too long' }[reason])
    this.reason = reason
  }
}

/** An open array or object. */
interface Frame {
  isList: boolean
  /** Position of its opening bracket. */
  start: number
  /** Start of its unparsed text, and start of its current member. */
  from: number
  member: number
  /** The part parsed so far; null while it can still be parsed together with its parent. */
  value: unknown[] | Record<string, unknown> | null
  members: number
  /** Whether the last member is in `value` already, so that only a comma or the end can follow. */
  isTaken: boolean
  /** Whether the last token was a comma. */
  awaitsMember: boolean
  key: string | number
}

/**
 * Parses JSON exactly as `JSON.parse` does, with a pause at each `yield`: the work between two pauses takes a few milliseconds, however
 * long the text is. Throws UnreadableJson, and what `validate` throws.
 */
export function* parseInSlices(text: string, { levels, maxValues: mostValues, validate }: Options): Generator<void, unknown> {
  const open: Frame[] = []
  let root: unknown
  let isOver = false
  let values = 1
  let at = 0
  /** Position of the last character that is neither whitespace nor a comma. */
  let ink = -1

  const pathTo = (depth: number) => open.slice(1, depth + 1).map(({ key }) => key)

  /** Parses the members of a frame before `end`; there must be at least one. */
  function take(frame: Frame, end: number) {
    const slice = text.slice(frame.from, end)
    if (slice.trimStart() === '') throw new UnreadableJson('syntax')
    const part = parsePiece(frame.isList ? `[${slice}]` : `{${slice}}`) as object
    validate?.(part, { path: pathTo(open.indexOf(frame)), offset: frame.isList ? (frame.value as unknown[]).length : 0 })
    add(frame, part)
  }

  /** Creates the value of a frame and attaches it to its parents. */
  function hold(depth: number) {
    const frame = open[depth]!
    if (frame.value) return
    frame.value = frame.isList ? [] : {}
    if (depth === 0) root = frame.value
    else frame.key = insert(depth - 1, frame.start, frame.value)
  }

  /** Adds a value that starts at `start` to its frame, after all preceding members. Returns its key or index. */
  function insert(depth: number, start: number, value: unknown): string | number {
    hold(depth)
    const frame = open[depth]!
    if (frame.member > frame.from) take(frame, frame.member - 1)
    const head = text.slice(frame.member, start)
    const named = parsePiece(frame.isList ? `[${head}null]` : `{${head}null}`) as object
    const [key, ...others] = Object.keys(named)
    if (key === undefined || others.length > 0) throw new UnreadableJson('syntax')
    if (!frame.isList) validate?.(named, { path: pathTo(depth), offset: 0 })
    const place = frame.isList ? (frame.value as unknown[]).length : key
    add(frame, frame.isList ? [value] : own(key, value))
    frame.isTaken = true
    return place
  }

  function* longText(end: number): Generator<void> {
    const depth = open.length - 1
    const parts: string[] = []
    for (let from = at + 1; from < end; yield) {
      const to = from + PIECE >= end ? end : betweenSigns(text, from, from + PIECE)
      parts.push(parsePiece(`"${text.slice(from, to)}"`) as string)
      from = to
    }
    const whole = parts.join('')
    validate?.([whole], { path: pathTo(depth), offset: 0 })
    insert(depth, at, whole)
    open[depth]!.from = end + 1
  }

  function close(isList: boolean) {
    const frame = open.at(-1)
    if (frame?.isList !== isList) throw new UnreadableJson('syntax')
    if (!frame.value && (open.length === 1 || at - frame.start > PIECE)) hold(open.length - 1)
    if (frame.value) {
      const isEmpty = ink < frame.from
      if (frame.isTaken ? !isEmpty : isEmpty && frame.awaitsMember) throw new UnreadableJson('syntax')
      if (!isEmpty) take(frame, at)
    }
    open.pop()
    const outer = open.at(-1)
    if (!outer) isOver = true
    else if (frame.value) outer.from = at + 1
    ink = at
  }

  function comma() {
    const frame = open.at(-1)
    if (!frame) throw new UnreadableJson('syntax')
    if (++values > mostValues || (++frame.members > MAX_MEMBERS && !frame.isList)) throw new UnreadableJson('values')
    if (!frame.isTaken && at - frame.from > PIECE) {
      hold(open.length - 1)
      take(frame, at)
      frame.isTaken = true
      frame.from = at
    }
    if (frame.isTaken) {
      if (ink >= frame.from) throw new UnreadableJson('syntax')
      frame.isTaken = false
      frame.awaitsMember = true
      frame.from = at + 1
    }
    frame.member = at + 1
  }

  for (let pause = STRETCH; at < text.length; at++) {
    if (at >= pause) {
      yield
      pause = at + STRETCH
    }
    const sign = text.charCodeAt(at)
    if (sign === SPACE || sign === LINE || sign === TAB || sign === RETURN) continue
    if (isOver) throw new UnreadableJson('syntax')
    const frame = open.at(-1)
    if (frame && ink < frame.from && sign !== COMMA && frame.from === frame.member) frame.from = frame.member = at
    if (sign === QUOTE) {
      const end = endOfText(text, at, QUOTES) ?? (yield* endOfLongText(text, at))
      const isName = frame?.isList === false && ink < frame.member
      if (frame && !isName && end - at > PIECE) yield* longText(end)
      at = end
    } else if (sign === OPEN_LIST || sign === OPEN_OBJECT) {
      if (open.length >= levels) throw new UnreadableJson('depth')
      if (++values > mostValues) throw new UnreadableJson('values')
      if (!frame && ink >= 0) throw new UnreadableJson('syntax')
      const from = at + 1
      open.push({ isList: sign === OPEN_LIST, start: at, from, member: from, value: null, members: 1, isTaken: false, awaitsMember: false, key: '' })
    } else if (sign === CLOSE_LIST || sign === CLOSE_OBJECT) close(sign === CLOSE_LIST)
    else if (sign === COMMA) {
      comma()
      continue
    }
    ink = at
  }
  if (isOver) return root
  if (open.length > 0) throw new UnreadableJson('syntax')
  return parsePiece(text)
}

/** Parses a piece of JSON, which is short. Throws UnreadableJson. */
export function parsePiece(json: string): unknown {
  if (json.length > MAX_LENGTH) throw new UnreadableJson('values')
  try {
    return JSON.parse(json)
  } catch {
    throw new UnreadableJson('syntax')
  }
}

const [QUOTE, COMMA, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [34, 44, 91, 93, 123, 125]
const [SPACE, LINE, TAB, RETURN, SLASH] = [32, 10, 9, 13, 92]

/** Quotes visited between two pauses. */
const QUOTES = 2_000

/** Returns the closing quote of the string that starts at `from`; null if it is not among the next `most` quotes. */
function endOfText(json: string, from: number, most: number): number | null {
  let quote = from
  for (let looked = 0; looked < most; looked++) {
    quote = json.indexOf('"', quote + 1)
    if (quote < 0) throw new UnreadableJson('syntax')
    if (!isEscape(json, quote - 1)) return quote
  }
  return null
}

function* endOfLongText(json: string, from: number): Generator<void, number> {
  for (let quote = json.indexOf('"', from + 1), looked = 0; quote >= 0; quote = json.indexOf('"', quote + 1)) {
    if (!isEscape(json, quote - 1)) return quote
    if (++looked % QUOTES === 0) yield
  }
  throw new UnreadableJson('syntax')
}

/** Returns the first position from `at` on that is not inside an escape sequence. `from` is an earlier such position. */
function betweenSigns(json: string, from: number, at: number): number {
  let end = from
  for (let slash = json.indexOf('\\', end); slash >= 0 && slash < at; slash = json.indexOf('\\', end)) end = slash + (json[slash + 1] === 'u' ? 6 : 2)
  return Math.max(at, end)
}

/** Whether the backslash at a position starts an escape sequence. */
function isEscape(json: string, at: number): boolean {
  let slashes = 0
  while (json.charCodeAt(at - slashes) === SLASH) slashes++
  return slashes % 2 === 1
}

/** Adds members as own properties, including `__proto__`. */
function add({ value }: Frame, part: object) {
  if (Array.isArray(part)) for (const each of part as unknown[]) (value as unknown[]).push(each)
  else
    for (const [key, each] of Object.entries(part))
      if (key === '__proto__') Object.defineProperty(value, key, { value: each, writable: true, enumerable: true, configurable: true })
      else (value as Record<string, unknown>)[key] = each
}
const own = (key: string, value: unknown) => Object.defineProperty({}, key, { value, writable: true, enumerable: true, configurable: true })
