import { readFirstSheet } from './sheet.ts'

/** The thread that reads a workbook: takes its bytes, and answers with its first sheet as CSV, or null. */
self.onmessage = ({ data }: MessageEvent<ArrayBuffer>) => {
  readFirstSheet(new Uint8Array(data)).then(
    (csv) => self.postMessage({ csv }),
    () => self.postMessage({ csv: null }),
  )
}
