/** Characters of JSON that are parsed at a stretch. */
const PIECE = 16_384
/** Characters looked at between two pauses. */
const STRETCH = 16_384
/** No piece is longer than this but where one name, one number or one gap is. */
const MAX_LENGTH = 3 * PIECE
/** Members of one object: tables of names grow by leaps that take longer each time. */
const MAX_MEMBERS = 20_000

interface Options {
  /** How deep values may be nested. */
  levels: number
  /** How many values there may be: small ones take far more memory than text. */
  mostValues: number
  /**
   * Judges a part as soon as it is there: an object or a list that was made of some neighbors of one level. `path` leads to
   * them; `offset` is the place of the first in its list. It throws what is wrong.
   */
  judge?: (part: object, at: { path: readonly (string | number)[]; offset: number }) => void
}

/** A text that is not parsed: it is no JSON, or holds too much. */
export class UnreadableJson extends Error {
  override readonly name = 'UnreadableJson'
  readonly reason: 'syntax' | 'depth' | 'values'
  constructor(reason: 'syntax' | 'depth' | 'values') {
    super({ syntax: 'is not JSON', depth: 'is nested too deeply', values: 'contains too many values, or a name or number that is too long' }[reason])
    this.reason = reason
  }
}

/** A list or an object that was begun and has not ended. */
interface Frame {
  isList: boolean
  /** Its bracket. */
  start: number
  /** Where what has not been parsed of it begins, and where its member does that is being read. */
  from: number
  member: number
  /** What was parsed of it so far; null while all of it can still be parsed with what it lies in. */
  value: unknown[] | Record<string, unknown> | null
  members: number
  /** Its last member is in `value` already, so that nothing but a comma or the end may follow. */
  isTaken: boolean
  /** A comma came last. */
  awaitsMember: boolean
  key: string | number
}

/**
 * What a text spells in JSON, exactly as `JSON.parse` reads it, with a pause at each `yield`: every piece between two pauses
 * takes a few milliseconds, however long the text. Throws UnreadableJson, and what `judge` throws.
 */
export function* parseInSlices(text: string, { levels, mostValues, judge }: Options): Generator<void, unknown> {
  const open: Frame[] = []
  let root: unknown
  let isOver = false
  let values = 1
  let at = 0
  /** The last sign that is neither blank nor a comma. */
  let ink = -1

  const pathTo = (depth: number) => open.slice(1, depth + 1).map(({ key }) => key)

  /** Parses the members of a frame that lie before `end`; there has to be one. */
  function take(frame: Frame, end: number) {
    const slice = text.slice(frame.from, end)
    if (slice.trimStart() === '') throw new UnreadableJson('syntax')
    const part = parse(frame.isList ? `[${slice}]` : `{${slice}}`) as object
    judge?.(part, { path: pathTo(open.indexOf(frame)), offset: frame.isList ? (frame.value as unknown[]).length : 0 })
    add(frame, part)
  }

  /** Makes a frame a value of its own, inside those around it. */
  function hold(depth: number) {
    const frame = open[depth]!
    if (frame.value) return
    frame.value = frame.isList ? [] : {}
    if (depth === 0) root = frame.value
    else frame.key = insert(depth - 1, frame.start, frame.value)
  }

  /** Puts a value that begins at `start` into its frame, behind everything that precedes it there. Answers under which name. */
  function insert(depth: number, start: number, value: unknown): string | number {
    hold(depth)
    const frame = open[depth]!
    if (frame.member > frame.from) take(frame, frame.member - 1)
    const head = text.slice(frame.member, start)
    const named = parse(frame.isList ? `[${head}null]` : `{${head}null}`) as object
    const [key, ...others] = Object.keys(named)
    if (key === undefined || others.length > 0) throw new UnreadableJson('syntax')
    if (!frame.isList) judge?.(named, { path: pathTo(depth), offset: 0 })
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
      parts.push(parse(`"${text.slice(from, to)}"`) as string)
      from = to
    }
    const whole = parts.join('')
    judge?.([whole], { path: pathTo(depth), offset: 0 })
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
  return parse(text)
}

function parse(json: string): unknown {
  if (json.length > MAX_LENGTH) throw new UnreadableJson('values')
  try {
    return JSON.parse(json)
  } catch {
    throw new UnreadableJson('syntax')
  }
}

const [QUOTE, COMMA, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [34, 44, 91, 93, 123, 125]
const [SPACE, LINE, TAB, RETURN, SLASH] = [32, 10, 9, 13, 92]

/** Quotes looked at between two pauses. */
const QUOTES = 2_000

/** Where the text ends whose first quote is at `from`: the next quote that is not escaped. Null when it is not among the next `most`. */
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

/** The first place from `at` on that no escape spans; `from` is one before it. */
function betweenSigns(json: string, from: number, at: number): number {
  let end = from
  for (let slash = json.indexOf('\\', end); slash >= 0 && slash < at; slash = json.indexOf('\\', end)) end = slash + (json[slash + 1] === 'u' ? 6 : 2)
  return Math.max(at, end)
}

/** Whether a backslash there begins an escape. */
function isEscape(json: string, at: number): boolean {
  let slashes = 0
  while (json.charCodeAt(at - slashes) === SLASH) slashes++
  return slashes % 2 === 1
}

/** Adds members, also one that is called `__proto__`, as its own. */
function add({ value }: Frame, part: object) {
  if (Array.isArray(part)) for (const each of part as unknown[]) (value as unknown[]).push(each)
  else
    for (const [key, each] of Object.entries(part))
      if (key === '__proto__') Object.defineProperty(value, key, { value: each, writable: true, enumerable: true, configurable: true })
      else (value as Record<string, unknown>)[key] = each
}
const own = (key: string, value: unknown) => Object.defineProperty({}, key, { value, writable: true, enumerable: true, configurable: true })
