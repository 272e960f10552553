/** Result columns that are always available, besides answers and lead data. */
export const RESULT_COLUMNS = [
  'name',
  'phone_number',
  'external_id',
  'outcome',
  'summary',
  'status',
  'duration_seconds',
  'completed_at',
  'detected_language',
  'success_evaluation',
]
