import { z } from 'zod'

/** A text of at most `count` lines, also written with `\\n` in between, since few files of settings can hold several lines. */
export const lines = (count: number, maxLength: number) =>
  z
    .string()
    .max(maxLength)
    .transform((text) => text.replaceAll('\\n', '\n').replaceAll('\r', '').trim())
    .refine((text) => text.split('\n').length <= count, `must have at most ${count} lines`)

/** An absolute URL without a trailing slash. Must use https, or http on this machine, since API keys are sent there. */
export const vendorUrl = z
  .url({ protocol: /^https?$/ })
  .refine((text) => URL.canParse(text) && isVendorUrl(new URL(text)), 'must be an https URL (http only for localhost) without a user name, query or fragment')
  .transform((text) => text.replace(/\/+$/, ''))

const isVendorUrl = ({ protocol, hostname, username, search, hash }: URL) =>
  (protocol === 'https:' || ['localhost', '127.0.0.1', '[::1]'].includes(hostname)) && !username && !search && !hash
