// The library's main module prints a warning about the Node version when it is loaded. These two files do not.
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
