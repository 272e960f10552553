/** Columns of lists that a workspace's own data names: custom fields of leads, and answers of calls. */
export const FIELD_COLUMN = 'data.'
export const ANSWER_COLUMN = 'answer.'

/** The custom columns that a list can have at once. */
export const MAX_CUSTOM_COLUMNS = 20
/** Fields with longer names can't be columns. */
export const MAX_CUSTOM_NAME_LENGTH = 100

/** Returns the name of the field that a column shows, or null if the column isn't of this kind. */
export const customNameOf = (column: string, prefix: string): string | null =>
  column.startsWith(prefix) && column.length > prefix.length && column.length <= prefix.length + MAX_CUSTOM_NAME_LENGTH ? column.slice(prefix.length) : null

/** Whether a column shows a custom field of the lead, or an answer of the call. */
export const isCustomColumn = (column: string): boolean => [FIELD_COLUMN, ANSWER_COLUMN].some((prefix) => customNameOf(column, prefix) !== null)
