import { z } from 'zod'
import { jsonObject, Name, text, textsByName } from './common.ts'

/** The lists of the dashboard whose filters, order and columns can be saved. */
export const VIEW_LISTS = ['calls', 'leads'] as const
export type ViewList = (typeof VIEW_LISTS)[number]

/** Views of one list: a member's own, and as many that are shared with the workspace. */
export const MAX_VIEWS = 30
export const MAX_VIEW_NAME_LENGTH = 60

const Key = text(120, 1)
const MAX_COLUMNS = 100
const MAX_FILTERS = 30

const Keys = z.array(Key).max(MAX_COLUMNS).optional()
/** How the columns are arranged. What is missing is as the list has it. */
const Layout = z.strictObject({ order: Keys, visible: Keys, widths: z.record(Key, z.number().min(0).max(10_000)).optional() })

/** Filters, order and columns of a list, under a name. */
export const SavedViewInput = z.object({
  list: z.enum(VIEW_LISTS).describe('List that the view is of.'),
  name: Name.refine((name) => Array.from(name).length <= MAX_VIEW_NAME_LENGTH, {
    error: `ensure this value has at most ${MAX_VIEW_NAME_LENGTH} characters`,
    params: { type: 'value_error.str.max_length', details: { limit: MAX_VIEW_NAME_LENGTH } },
  }).describe('Name of the view. A view with the name of another replaces it.'),
  search: textsByName(text(40, 1), text(500))
    .refine((search) => Object.keys(search).length <= MAX_FILTERS, { error: `ensure this value has at most ${MAX_FILTERS} items` })
    .describe("Filters and order, as parameters of the dashboard's URL."),
  layout: jsonObject(16_384).pipe(Layout).describe('Order, visibility and widths of the columns: `order`, `visible` and `widths`.'),
  isShared: z.boolean().nullish().describe('Whether all members see the view. Only owners and admins can share one.'),
})
export type SavedViewInput = z.output<typeof SavedViewInput>
