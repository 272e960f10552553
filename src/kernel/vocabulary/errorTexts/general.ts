import { codedText } from '../../lib/codedTexts.ts'

/** What any operation may meet: missing rows, rights, limits, and a server that is busy. */
export const GENERAL_ERRORS = {
  not_found: codedText(['resource'], ({ resource }) => `${resource} not found`),
  no_changes: codedText([], () => 'No fields to update'),
  invalid_fields: codedText(['fields'], () => 'The input is not valid.'),
  too_many_bytes: codedText(['limit'], ({ limit }) => `ensure this value has at most ${limit} bytes`),
  invalid_phone_number: codedText([], () => 'Invalid phone number'),
  invalid_timezone: codedText(['field', 'timezone'], ({ field, timezone }) => `${field}: ${timezone} is not a valid IANA time zone such as Europe/Rome`),
  end_before_start: codedText(['field', 'after'], ({ field, after }) => `${field}: must be after ${after}`),
  missing_scope: codedText(['scope'], ({ scope }) => `Missing scope: ${scope}`),
  person_required: codedText([], () => 'Only a signed-in user can do this.'),
  server_administrator_required: codedText([], () => 'Only a server administrator can see the status of the server.'),
  sign_in_required: codedText([], () => 'Sign in or send an API key.'),
  session_ended: codedText([], () => 'Your session has ended. Sign in again.'),
  access_revoked: codedText([], () => 'Access was revoked'),
  too_many_attempts: codedText([], () => 'Too many requests. Please try again later.'),
  too_many_requests_per_minute: codedText([], () => 'API rate limit exceeded (per minute). Slow down and retry shortly.'),
  too_many_requests_per_day: codedText([], () => 'API daily rate limit exceeded. Upgrade your plan or retry tomorrow.'),
  too_many_searches: codedText([], () => 'Too many searches. Try again in a moment.'),
  storage_full: codedText(
    ['used_mb', 'limit_mb'],
    ({ used_mb: used, limit_mb: limit }) =>
      `The storage of your plan is full: ${used} MB of ${limit} MB used. Delete data, or ask your server administrator to change the plan.`,
  ),
  server_busy: codedText([], () => 'The server is busy. Try again in a moment.'),
  operation_in_progress: codedText([], () => 'Another operation is in progress. Try again in a moment.'),
  too_much_data: codedText([], () => 'Too much data of this workspace is already being processed. Try again in a moment.'),
  request_too_slow: codedText([], () => 'The request took too long. Request less data, or try again later.'),
  database_unavailable: codedText([], () => 'The database is temporarily unavailable. Try again in a moment.'),
  file_storage_unavailable: codedText([], () => 'The file storage cannot be reached. Try again in a moment.'),
  statistics_not_ready: codedText([], () => 'Statistics for earlier calls are still being calculated. Try again in a few minutes.'),
}
