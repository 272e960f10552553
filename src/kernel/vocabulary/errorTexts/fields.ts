/**
 * Types of invalid fields (spec: Errors, 422 items) with words of their own, and the facts of these words. Another type has the words of the
 * nearest one before a dot: those of `value_error.json.depth` are the words of `value_error`.
 */
export const FIELD_ERROR_FACTS = {
  value_error: [],
  type_error: [],
  'value_error.country': [],
  'value_error.date': [],
  'value_error.datetime': [],
  'value_error.email': [],
  'value_error.language': [],
  'value_error.list.max_items': ['limit'],
  'value_error.list.min_items': ['limit'],
  'value_error.missing': [],
  'value_error.number.not_ge': ['limit'],
  'value_error.number.not_le': ['limit'],
  'value_error.period': [],
  'value_error.quarter_hour': [],
  'value_error.shares': [],
  'value_error.str.characters': [],
  'value_error.str.max_length': ['limit'],
  'value_error.str.min_length': ['limit'],
  'value_error.time': [],
  'value_error.timezone': [],
} satisfies Record<string, string[]>
