import { StringDecoder } from 'node:string_decoder'
import { Transform } from 'node:stream'
import { manyLines } from './text.ts'

/** Transforms bytes to text that is safe to show on a terminal. */
export function printable(): Transform {
  const decoder = new StringDecoder('utf8')
  const escapeText = (text: string) => manyLines(text).join('\n')
  return new Transform({
    transform: (chunk: Buffer, _encoding, done) => done(null, escapeText(decoder.write(chunk))),
    flush: (done) => done(null, escapeText(decoder.end())),
  })
}
