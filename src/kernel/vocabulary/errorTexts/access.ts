import { codedText } from '../../lib/codedTexts.ts'

/** Accounts, members, invitations, keys and connected apps. */
export const ACCESS_ERRORS = {
  wrong_credentials: codedText([], () => 'Wrong email or password.'),
  account_disabled: codedText([], () => 'This account is disabled. Ask your server administrator.'),
  email_taken: codedText([], () => 'This email address already has an account.'),
  password_incorrect: codedText([], () => 'this is not your current password'),
  password_too_common: codedText([], () => 'this password is too common, choose another one'),
  password_is_email: codedText([], () => 'the password must not be your email address'),
  sign_up_closed: codedText([], () => 'This server does not accept new accounts. Ask your server administrator.'),
  sign_up_needs_invitation: codedText([], () => 'You need an invitation to create an account on this server. Ask for an invitation link.'),
  reset_link_invalid: codedText([], () => 'This link does not work. It has expired, was used or was replaced. Ask your server administrator for a new one.'),
  invitation_link_invalid: codedText([], () => 'This invitation link does not work. It has expired, was used or was revoked. Ask for a new one.'),
  already_member: codedText([], () => 'This person is already a member.'),
  already_your_workspace: codedText([], () => 'You are already a member of this workspace.'),
  too_many_invitations: codedText(['limit'], ({ limit }) => `A workspace can have at most ${limit} open invitations. Revoke the ones you no longer need.`),
  no_workspace: codedText([], () => 'You are not a member of any workspace.'),
  not_a_member: codedText([], () => 'You are not a member of this workspace.'),
  owner_required: codedText([], () => 'Only an owner can change or remove an owner.'),
  last_owner: codedText([], () => 'A workspace must have at least one owner.'),
  role_above_own: codedText([], () => 'You cannot assign a role higher than your own.'),
  unknown_scopes: codedText(['scopes'], ({ scopes }) => `Invalid scopes: ${scopes}`),
  scopes_missing: codedText(['credential'], ({ credential }) => `${credential}s need at least one scope.`),
  scopes_above_own: codedText(['credential', 'scopes'], ({ credential, scopes }) => `You cannot give a ${credential} scopes that you do not have: ${scopes}`),
  scopes_not_requested: codedText(['scopes'], ({ scopes }) => `The app did not request these scopes: ${scopes}`),
  expires_in_past: codedText([], () => 'The expiration date must be in the future.'),
  cli_token_too_long: codedText(['limit'], ({ limit }) => `A CLI token can be valid for at most ${limit} days.`),
  key_not_active: codedText([], () => 'This key is revoked or has expired. Create a new one.'),
  app_revoked: codedText([], () => 'This app was revoked. Connect it again.'),
  app_limit_below_usage: codedText(
    ['calls', 'spent'],
    ({ calls, spent }) => `A cap cannot be lower than what the app has already used: ${calls} calls, ${spent} spent.`,
  ),
  app_call_limit_reached: codedText(['limit', 'used'], ({ limit, used }) => `This app can place ${limit} calls in total and has placed ${used}.`),
  app_spend_limit_reached: codedText(
    ['budget', 'spent', 'required', 'currency'],
    ({ budget, spent, required, currency }) =>
      `This app can spend ${budget} ${currency} in total. ${spent} ${currency} is spent or reserved, and this needs ${required} ${currency}.`,
  ),
  app_not_campaign_owner: codedText([], () => 'This app has caps, and it did not start this campaign. Pause the campaign before you add leads.'),
  consent_request_closed: codedText([], () => 'This request has expired or was opened in another browser. Start again from the app.'),
  consent_request_answered: codedText([], () => 'This request was already answered.'),
}
