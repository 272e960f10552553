import { describe, expect, it } from 'vitest'
import { isPublicAddress, looksPublic } from '../../src/outbound/addresses.ts'

describe('isPublicAddress', () => {
  it.each([
    '127.0.0.1',
    '0.0.0.0',
    '10.1.2.3',
    '169.254.169.254',
    '100.64.0.1',
    '100.127.255.255',
    '100.100.100.200',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.0.1',
    '192.0.0.8',
    '192.0.2.1',
    '192.88.99.1',
    '198.18.0.1',
    '198.19.255.255',
    '198.51.100.7',
    '203.0.113.9',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
    '168.63.129.16',
  ])('refuses the special IPv4 address %s', (address) => expect(isPublicAddress(address)).toBe(false))

  it.each([
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '::ffff:8.8.8.8',
    '::127.0.0.1',
    '::ffff:0:127.0.0.1',
    '64:ff9b::7f00:1',
    '64:ff9b:1::1',
    '100::1',
    '2001::1',
    '2001:db8::1',
    '2002:7f00:1::',
    '3fff::1',
    '5f00::1',
    'fc00::1',
    'fd00:ec2::254',
    'fe80::1',
    'fe80::1%lo',
    'fec0::1',
    'ff02::1',
  ])('refuses the special IPv6 address %s', (address) => expect(isPublicAddress(address)).toBe(false))

  it.each(['', 'localhost', 'example.com', '127.1', '2130706433', '8.8.8.8 ', '2606:4700::1%eth0'])('refuses %j, which is not a plain address', (address) =>
    expect(isPublicAddress(address)).toBe(false),
  )

  it.each(['8.8.8.8', '1.1.1.1', '11.0.0.1', '100.63.255.255', '100.128.0.1', '172.15.0.1', '172.32.0.1', '2606:4700:4700::1111', '2a00:1450:4001:80b::200e'])(
    'allows the public address %s',
    (address) => expect(isPublicAddress(address)).toBe(true),
  )
})

describe('looksPublic', () => {
  it.each([
    'http://2130706433/',
    'http://0x7f.1/',
    'http://0177.0.0.1/',
    'http://127.1/',
    'http://①②⑦.⓪.⓪.①/',
    'http://127.0.0.1。/',
    'http://0/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::]/',
    'http://[fd00:ec2::254]/',
    'http://localhost/',
    'http://LOCALHOST./',
    'http://a.localhost/',
    'http://redis/',
    'http://redis./',
    'http://db.internal/',
    'http://printer.local/',
    'http://nas.home.arpa/',
    'http://10.0.0.1./',
  ])('refuses %s in any spelling', (url) => expect(looksPublic(new URL(url))).toBe(false))

  it.each([
    'https://example.com/hook',
    'https://example.com./',
    'https://localhost.example.com/',
    'https://8.8.8.8:8443/',
    'https://[2606:4700:4700::1111]/',
    'https://bücher.example/',
  ])('allows %s', (url) => expect(looksPublic(new URL(url))).toBe(true))
})
