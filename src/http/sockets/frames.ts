/** Builds the start of a graphql-ws `next` message with an ID. `frameSuffix` builds its end. */
export const framePrefix = (id: string) => Buffer.from(`{"id":${JSON.stringify(id)},"type":"next","payload":`)
export const frameSuffix = (payload: string) => Buffer.from(`${payload}}`)

const TEXT_AND_LAST = 0x81

/** Encodes an unmasked server WebSocket frame (RFC 6455, 5.2) with text in two parts. */
export function encodeFrame(begin: Buffer, end: Buffer): Buffer {
  const length = begin.length + end.length
  const head = length < 126 ? 2 : length < 65_536 ? 4 : 10
  const frame = Buffer.allocUnsafe(head + length)
  frame[0] = TEXT_AND_LAST
  if (head === 2) frame[1] = length
  else if (head === 4) {
    frame[1] = 126
    frame.writeUInt16BE(length, 2)
  } else {
    frame[1] = 127
    frame.writeBigUInt64BE(BigInt(length), 2)
  }
  frame.set(begin, head)
  frame.set(end, head + begin.length)
  return frame
}
