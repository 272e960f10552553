// The library's own entry prints a warning about the version of Node wherever it is loaded; these two of its files do not.
declare module 'oidc-provider/lib/provider.js' {
  export { Provider } from 'oidc-provider'
}
declare module 'oidc-provider/lib/helpers/errors.js' {
  import { errors } from 'oidc-provider'
  export import InvalidClientMetadata = errors.InvalidClientMetadata
  export import InvalidGrant = errors.InvalidGrant
  export import InvalidRedirectUri = errors.InvalidRedirectUri
  export import InvalidTarget = errors.InvalidTarget
  export import SessionNotFound = errors.SessionNotFound
}
