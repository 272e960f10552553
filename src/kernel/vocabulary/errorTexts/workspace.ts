import { codedText } from '../../lib/codedTexts.ts'

/** Registers, consents, webhooks, exports, alerts, billing and settings. */
export const WORKSPACE_ERRORS = {
  register_time_in_future: codedText([], () => 'The time as of which the numbers are is in the future.'),
  register_deleted: codedText([], () => 'The register was deleted while the file was loaded.'),
  register_loading: codedText([], () => 'A file is already being loaded into this register.'),
  register_file_empty: codedText(
    ['invalid_lines'],
    ({ invalid_lines: lines }) => `The file has no phone numbers.${lines === '0' ? '' : ` ${lines} lines are not numbers.`}`,
  ),
  register_column_missing: codedText(['column'], ({ column }) => `The first line of the file has no column named ${column}.`),
  register_name_taken: codedText(['name'], ({ name }) => `There is already a register named ${name}.`),
  too_many_registers: codedText(['limit'], ({ limit }) => `There are already ${limit} registers. Delete one that is no longer needed.`),
  unknown_country: codedText(['text'], ({ text }) => `${text} is not the ISO 3166 code of a country.`),
  own_number: codedText([], () => 'This phone number belongs to your workspace. Enter the phone number of the person instead.'),
  too_many_views: codedText(['limit'], ({ limit }) => `You can save ${limit} views of a list, and share as many. Delete one first.`),
  too_many_endpoints: codedText(['limit'], ({ limit }) => `A workspace can have ${limit} webhook endpoints. Delete one first.`),
  endpoint_without_url: codedText([], () => 'Set the URL of the endpoint first.'),
  webhook_without_url: codedText([], () => 'Set a webhook URL first.'),
  endpoint_disabled: codedText([], () => 'Turn the endpoint on first.'),
  url_with_credentials: codedText(['field'], ({ field }) => `${field} must be a full HTTPS URL without a user name or password`),
  url_not_https: codedText(['field'], ({ field }) => `${field} must start with https://`),
  url_private: codedText(['field'], ({ field }) => `${field} must not point to a private or local host`),
  unknown_event_type: codedText(['type'], ({ type }) => `Unknown event type: ${type}`),
  too_many_exports: codedText(['limit'], ({ limit }) => `${limit} exports are already in progress. Wait until one is done, or delete one.`),
  export_file_kept: codedText([], () => 'The file storage cannot be reached. The file can no longer be downloaded. Delete the export again later.'),
  alert_address_unknown: codedText([], () => 'Alerts are not sent to this address. Add it first.'),
  no_mail_server: codedText([], () => 'This server cannot send email. Ask your server administrator to set up a mail server.'),
  address_already_confirmed: codedText([], () => 'This address is already confirmed.'),
  recipient_unsubscribed: codedText([], () => 'The recipient has unsubscribed. Only the recipient can subscribe again, with the link in an earlier email.'),
  confirmation_already_sent: codedText([], () => 'A confirmation email was already sent within the last 24 hours. Try again tomorrow.'),
  month_not_over: codedText([], () => 'This month is not over. Its invoice can be created after it ends.'),
}
