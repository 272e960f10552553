import { type LoggerOptions, pino } from 'pino'

const options: LoggerOptions = {
  level: process.env.LOG_LEVEL || 'info',
  base: null,
  timestamp: pino.stdTimeFunctions.isoTime,
  hooks: {
    streamWrite: (line) => line.replace(/\b(ago?|agc|whsec)_[A-Za-z0-9+/]{20,}=*/g, '$1_[hidden]'),
  },
}
const out = pino.destination({ fd: 2, sync: true })

/** One JSON line an event. Keys and tokens never appear: they are redacted by field name and by shape. */
export const log = pino(
  {
    ...options,
    redact: { paths: ['*.authorization', '*.password', '*.secret', '*.token', '*.apiKey', '*["x-api-key"]'], censor: '[hidden]' },
    serializers: { err: pino.stdSerializers.err },
  },
  out,
)

/**
 * The same for the one line of each request, whose fields are few and flat: there is nothing to redact by name, which
 * costs as much as the line. Lines are written some at a time; a SIGKILL may take those of the last second with it.
 */
export const requestLog = pino(options, pino.destination({ fd: 2, sync: false, minLength: 4096, periodicFlush: 1_000 }))
