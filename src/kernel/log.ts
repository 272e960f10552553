import { type LoggerOptions, pino } from 'pino'
import { toTerminalLine } from './logLines.ts'
import { NO_FIELDS, traceFields } from './tracing/spans.ts'

const isTerminal = process.stderr.isTTY

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
type LogLevel = (typeof LOG_LEVELS)[number]

/** The level until the settings are read, which refuse another value and may have it from a file. */
const firstLevel = LOG_LEVELS.find((level) => level === process.env.LOG_LEVEL) ?? 'info'

const options: LoggerOptions = {
  level: firstLevel,
  base: null,
  timestamp: pino.stdTimeFunctions.isoTime,
  hooks: {
    streamWrite: (line) => (isTerminal ? toTerminalLine(line) : line).replace(/\b(ago?|agc|whsec)_[A-Za-z0-9+/]{20,}=*/g, '$1_[hidden]'),
  },
}
const out = pino.destination({ fd: 2, sync: true })

/** Logs one line per event: JSON, or text for people in a terminal. Redacts keys and tokens by field name and by format. */
export const log = pino(
  {
    ...options,
    redact: { paths: ['*.authorization', '*.password', '*.secret', '*.token', '*.apiKey', '*["x-api-key"]'], censor: '[hidden]' },
    serializers: { err: pino.stdSerializers.err },
    mixin: traceFields,
    mixinMergeStrategy: (line: object, fields: object) => (fields === NO_FIELDS ? line : Object.assign(fields, line)),
  },
  out,
)

/**
 * Logs one line per request. Its fields are few and flat, so nothing is redacted by name, which would cost as much as the line
 * itself. Lines are buffered; a SIGKILL can lose those of the last second. In a terminal, they would scroll everything else away, so
 * they need `LOG_LEVEL=debug` there.
 */
export const requestLog = pino(
  { ...options, level: requestLevelOf(firstLevel) },
  pino.destination({ fd: 2, sync: false, minLength: 4096, periodicFlush: 1_000 }),
)

function requestLevelOf(level: LogLevel): LogLevel {
  return isTerminal && level === 'info' ? 'warn' : level
}

/** Sets the minimum level, which may stand in a file. */
export function setLogLevel(level: LogLevel): void {
  log.level = level
  requestLog.level = requestLevelOf(level)
}
