import { z } from 'zod'

const Level = z.object({ name: z.string(), checksum: z.string() })

/** The first entry of a backup: what it was made from, and what a restore needs. */
export const About = z.object({
  type: z.literal('about'),
  id: z.uuid(),
  version: z.string(),
  createdAt: z.iso.datetime(),
  /** The migrations of the database. */
  levels: z.array(Level),
  /** The IDs of the keys that its secrets need. */
  keyIds: z.array(z.string()),
  /** The keys, if the server kept them: base64, the current one first. Null if they are in the settings, which a backup doesn't contain. */
  keys: z.array(z.string()).nullable(),
})
export type About = z.output<typeof About>

export const TableHead = z.object({ type: z.literal('table'), name: z.string(), columns: z.array(z.string()) })
export const FileHead = z.object({ type: z.literal('file'), key: z.string(), contentType: z.string() })
/** A file of DATA_DIR, such as the demo's credentials. */
export const DataFileHead = z.object({ type: z.literal('dataFile'), name: z.enum(['demo.json']) })

/** The last entry: how much there is of everything. */
export const Manifest = z.object({
  type: z.literal('manifest'),
  /** The rows of each table. */
  tables: z.record(z.string(), z.int()),
  sequences: z.array(z.object({ name: z.string(), value: z.string() })),
  files: z.int(),
  fileBytes: z.int(),
  /** Files that the database named, and that were deleted while the backup ran. */
  missingFiles: z.int(),
})
export type Manifest = z.output<typeof Manifest>

export const Head = z.discriminatedUnion('type', [About, TableHead, FileHead, DataFileHead, Manifest])
export type Head = z.output<typeof Head>
