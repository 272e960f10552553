/** Input that nobody means well by. All of it is our own; values are JSON text, since some cannot be spelled in JavaScript. */

const x = (count: number, unit = 'x') => unit.repeat(count)
const words = (text: string) => text.trim().split(/\s+/)

/** Text that has broken a program somewhere: quoting, markup, direction, joining, size, and what no database keeps. */
export const TEXTS: readonly string[] = [
  '',
  ' ',
  '\t\r\n\v\f',
  '\u00a0\u2003\u3000\u200b\u2060\ufeff',
  'null',
  'undefined',
  'NaN',
  'true',
  '-1',
  '1e309',
  '0x1f',
  '１２３',
  "'; drop table agents; --",
  '" or 1=1 --',
  "1' union select null, version() --",
  '$1 $$ $tag$ :name ?',
  '%s%n%d%p {0} ${7*7} {{7*7}} #{7*7} <%= 7*7 %>',
  '<script>alert(1)</script><img src=x onerror=alert(1)>',
  'javascript:alert(1)//',
  '<!--#exec cmd="ls"--> <?php system("id") ?> <!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]>',
  '../../../../etc/passwd',
  '..\\..\\windows\\win.ini',
  'file:///etc/passwd',
  'https://user:secret@localhost:99999/\\',
  'http://[::1',
  '| id; `id`; $(id) & ping -c 1 127.0.0.1',
  '=1+1\r\n@SUM(A1)\r\n+1\r\n-1',
  'GET / HTTP/1.1\r\nX-Injected: yes\r\n\r\n',
  '{"$gt":""}',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  '\u202eright to left\u202c \u2066isolated\u2069',
  'العربية עברית',
  '👩‍👩‍👧‍👦 🏳️‍🌈 👍🏽 🇮🇹 1️⃣',
  'Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢L̠ͨͧͩ͘G̴̻͈͍͔̹̑͗̎̅͛́Ǫ̵̹̻̝̳͂̌̌͘!͖̬̰̙̗̿̋ͥͥ̂ͣ̐́́͜͞',
  'e\u0301 é \u1e9b\u0323 ﬁ ﷽ ẞ İ ı ſ K',
  '\u2028\u2029\u0085\u001b[31m\u0007\u0008\u007f\u0080\u009f',
  '\ud7ff\ue000\uf8ff\ufdd0\ufffd\ufffe\uffff\u{10ffff}',
  '\\ \\\\ \\u0000 \\x00 \\0 \\n',
  '/ // \\/ " \' ` ´ ‘ ’ “ ”',
  '+14155550100',
  '+1 (415) 555-0100',
  '+999999999999999999999',
  'en-US-x-twain',
  'sl-rozaj-biske-1994-u-co-phonebk-x-a-b-c',
  '2026-13-45T25:61:61Z',
  x(63),
  x(65),
  x(201),
  x(200, '😀'),
  x(201, '😀'),
  x(10_001),
  x(100_000),
  x(100_001),
  x(50_000, 'ä'),
  x(5_000, 'a\u0301\u0327'),
]
/** Text that cannot be kept. */
const BROKEN_TEXTS = ['\u0000', 'a\u0000b', '\ud800', '\udc00', '\udc00\ud800', 'a\ud83db'].map((text) => JSON.stringify(text))

const NUMBERS = [
  ...words('0 -0 1 -1 0.1 1.5 -2.5e-7 5e-324 1e2 1E+2 1e15 1e21 1e308 1e309 -1e309 1e400 1e-400 1.0 1.0000000000000000001'),
  ...words('2147483647 2147483648 -2147483649 4294967296 9007199254740991 9007199254740992 9007199254740993 -9007199254740993'),
  ...words('9223372036854775807 9223372036854775808 18446744073709551616 123456789012345678901234567890'),
  `1${x(400, '0')}`,
  `0.${x(400, '3')}`,
]

const deep = (levels: number, open: string, close: string, core = '1') => `${x(levels, open)}${core}${x(levels, close)}`

const SHAPES = [
  'null',
  'true',
  'false',
  '[]',
  '{}',
  '[[]]',
  '[{}]',
  '[null]',
  '[1,"a",null,{"b":[2]}]',
  '[""]',
  `[${x(60, '{},')}{}]`,
  `[${x(500, '1,')}1]`,
  '{"":""}',
  '{"a":1,"a":2}',
  '{"a":{"b":null},"c":[{"d":[0.5]}],"é":"ü","\\u0001":"\\u001f"}',
  '{"length":1,"0":"a","1":"b"}',
  '{"then":1,"toJSON":1,"toString":1,"valueOf":1,"hasOwnProperty":1}',
  '{"$ref":"#/","$where":"1","@type":"x"}',
  `{"${x(300, 'k')}":1}`,
  `{"k":"${x(20_000)}"}`,
  `{${Array.from({ length: 2_000 }, (_, at) => `"${at}":${at}`).join()}}`,
  deep(20, '{"a":', '}'),
  deep(20, '[', ']'),
  deep(31, '[', ']', ''),
  deep(33, '{"a":', '}'),
  deep(33, '[', ']'),
  deep(5_000, '[', ']'),
  deep(5_000, '{"a":', '}'),
  '{"__proto__":{"polluted":true}}',
  '{"a":{"constructor":{"prototype":{"polluted":true}}}}',
  '[{"prototype":1}]',
  '{"\\u005f\\u005fproto__":{"polluted":true}}',
  '{"a\\u0000":1}',
  '{"a":"\\ud800"}',
  '{"a":1e400}',
  '{"a":9007199254740993}',
]

/** What a field may be sent instead of what it takes, as JSON text. */
export const VALUES: readonly string[] = [...TEXTS.map((text) => JSON.stringify(text)), ...BROKEN_TEXTS, ...NUMBERS, ...SHAPES]

const bytes = (...parts: (string | number[] | Buffer)[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Uint8Array.from(part))))
const utf16 = Buffer.from('{"name":"x"}', 'utf16le')

const MALFORMED = words(`
  { } [ ] {} } ]] {{}} {"a" {"a": {"a":} {"a":1 {"a":1,} {"a":1,,"b":2} {,"a":1} {"a"1} {"a":1:2} {"a":1}} {"a":1}{"b":2} {"a":1}x {"a":1}] [1 [1,] [,1] [1,,2] [1 2]
  {a:1} {'a':1} {"a":'b'} {1:1} {null:1} {true:1} {[]:1} {"a":a} {"a":True} {"a":None} {"a":undefined} {"a":NaN} {"a":-NaN} {"a":Infinity} {"a":-Infinity}
  {"a":01} {"a":-01} {"a":+1} {"a":.5} {"a":5.} {"a":-} {"a":--1} {"a":1e} {"a":1e+} {"a":1.e1} {"a":0x1} {"a":0b1} {"a":1_000} {"a":1n} {"a":1,000}
  {"a":"b} {"a:"b"} {"a":b"} {"a":"\\x41"} {"a":"\\u12"} {"a":"\\u12G4"} {"a":"\\'"} {"a":"\\"} {"a":"\\u{41}"} {"a":"\\a"} {"a":/b/} {"a":b()} {"a":(1)}
  // /**/ /**/{"a":1} {"a":1}//b {"a":/*b*/1} #a <!--a--> --- a:1 a=1&b=2 <a/> <?xml?> tru nul () => {} function(){} $ % & \\ \\u007b\\u007d %7B%7D “{}” ｛｝
  undefined NaN Infinity`).filter((text) => text !== '{}')
const OTHER_TYPES = words('null true false 0 1 -1 -0 1.5 1e400 9007199254740993 "" "a" "{}" [] [{}] [[]] [null] "\\ud800"')
const BLANKS = [' ', '\n', '\t\r\n', '\u00a0', '\u2028', '\f', '\v', '{"a":"b\nc"}', '{"a":"b\tc"}', '{"a":"b\u0000c"}', '{"a"\u00a0:1}', '{"a":\u20281}']
const NO_UTF8 = words('ff 80 c3 c328 c0af e282 e228a1 eda080 f0808080 f4908080 f888').map((hex) => Buffer.from(hex, 'hex'))
const LARGE = [x(100_000, '['), x(40_000, '{"a":'), deep(100_000, '[', ']'), `"${x(200_000)}"`, `[${x(100_000, '0,')}0]`, x(250_000, ' ')]

/** Bodies that are no JSON object: malformed, of another type, or not even text. */
export const BODIES: readonly Buffer[] = [
  ...[...MALFORMED, ...OTHER_TYPES, ...BLANKS, ...LARGE].map((text) => Buffer.from(text)),
  ...NO_UTF8.map((wrong) => bytes('{"name":"', wrong, '"}')),
  ...words('00 00000000 ff 1f8b0800000000000003 504b0304 efbbbf efbbbfefbbbf7b7d').map((hex) => Buffer.from(hex, 'hex')),
  utf16,
  bytes('\ufeff', utf16),
  bytes([0xff, 0xfe], utf16),
  bytes([0xfe, 0xff], Buffer.from(utf16).swap16()),
  bytes('{"a":1}', [0]),
]

/** Values of a query, percent-encoded as far as they are meant to be. */
export const QUERY_VALUES: readonly string[] = [
  ...TEXTS.filter((text) => text.length < 5_000).map(encodeURIComponent),
  ...NUMBERS.filter((text) => text.length < 100).map(encodeURIComponent),
  ...words('% %0 %zz %00 %ff %c3%28 %ed%a0%80 %2500 %E0%80%AF + ++1 %2B1 1%20 %201 1,2 [1] {%22a%22:1} 1;2 1|2 1&=&&&= a=b=c 10abc TRUE yes'),
  x(10_000),
  x(10_000, '9'),
  x(3_000, '%00'),
]

/** Segments of a path, raw. None holds a slash, and none is empty, `.` or `..`. */
export const SEGMENTS: readonly string[] = [
  ...words('%2e %2e%2e %2E%2E%2F%2e%2e ..%2f ... %2f %2F1 1%2f %5c %5c.. ~ %7e %25 %2500 %2525 ; 1;a=b * %2a $ %24where'),
  ...words('% %0 %zz %00 1%00 %ff %c3%28 %ed%a0%80 %f0%9f%92%a9 %e2%80%ae1 %0d%0aX-Injected:%20yes %20 %201 1%20 + +1 %2B1'),
  ...words('0 -0 -1 01 1.0 1.5 1e3 1e400 0x1 0b1 NaN Infinity null undefined true 1,2 [1] {call_id} :call_id __proto__ constructor'),
  ...words('2147483648 4294967297 9007199254740991 9007199254740993 9223372036854775808 18446744073709551616'),
  ...words(`' 1' 1'-- %22 %3Cscript%3E 1%20or%201=1 %D9%A1 %EF%BC%91`),
  x(300, '9'),
  x(10_000, '1'),
  x(3_000, '%41'),
]

/** Values of a header, in the bytes a client may send (latin1). */
export const HEADER_VALUES: readonly string[] = [
  ...words(`0 null "a" ' a,b a;b é ÿþ 😀 {} ../.. <script> __proto__ */* bytes=0- bytes=- bytes=9-1 W/"a" %0d%0aX-Injected:%20yes \\r\\nX-Injected:yes`),
  '',
  '\t',
  'a b',
  "' or 1=1 --",
  x(255),
  x(256),
  x(10_000),
].map((text) => Buffer.from(text).toString('latin1'))
