import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import table from '../../../src/data/keywords.json' with { type: 'json' }
import { findReply, type Keyword, type KeywordLanguage, findKeyword } from '../../../src/services/messages/keywords.ts'

const KEYWORDS: Keyword[] = ['stop', 'start', 'help']
const entries = Object.entries(table).flatMap(([language, row]) =>
  KEYWORDS.flatMap((keyword) => row[keyword].map((word) => ({ language: language as KeywordLanguage, keyword, word }))),
)
const anyEntry = fc.constantFrom(...entries)
const decoration = fc
  .array(
    fc.constantFrom(
      ' ',
      '.',
      '!',
      '?',
      '…',
      '"',
      '“',
      '”',
      '«',
      '»',
      "'",
      '’',
      '-',
      '_',
      '*',
      '\n',
      '\t',
      '🛑',
      '🙏🏽',
      '❤️',
      '👨‍👩‍👧',
      '\u200B',
      '\u200F',
      '\uFEFF',
    ),
    { maxLength: 6 },
  )
  .map((signs) => signs.join(''))

describe('keywords', () => {
  test.each([
    ...[
      'STOP',
      'stop',
      'Stop.',
      ' STOP! ',
      '“Stop”',
      'S.T.O.P.',
      '🛑 stop 🛑',
      'ＳＴＯＰ',
      'STOPALL',
      'stop all',
      'Unsubscribe',
      'unsub',
      'cancel',
      'END',
      'quit',
      'revoke',
      'optout',
      'opt-out',
      'Opt out',
    ].map((text) => [text, 'stop', 'en']),
    ['ARRÊT', 'stop', 'fr'],
    ['arret', 'stop', 'fr'],
    ['Arre\u0302t', 'stop', 'fr'],
    ['Alto', 'stop', 'es'],
    ['BAJA', 'stop', 'es'],
    ['parar', 'stop', 'es'],
    ['Stopp', 'stop', 'de'],
    ['abmelden', 'stop', 'de'],
    ['Annulla', 'stop', 'it'],
    ['CANCELLA', 'stop', 'it'],
    ['disiscrivimi', 'stop', 'it'],
    ['Sair', 'stop', 'pt'],
    ['afmelden', 'stop', 'nl'],
    ['wypisz', 'stop', 'pl'],
    ['стоп', 'stop', 'ru'],
    ['Отписаться!', 'stop', 'ru'],
    ['відписатися', 'stop', 'uk'],
    ['Διακοπή', 'stop', 'el'],
    ['στοπ', 'stop', 'el'],
    ['停止', 'stop', 'ja'],
    ['ストップ', 'stop', 'ja'],
    ['ｽﾄｯﾌﾟ', 'stop', 'ja'],
    ['수신거부', 'stop', 'ko'],
    ['수신 거부', 'stop', 'ko'],
    ['중지', 'stop', 'ko'],
    ['退订', 'stop', 'zh'],
    ['td', 'stop', 'zh'],
    ['إيقاف', 'stop', 'ar'],
    ['ايقاف', 'stop', 'ar'],
    ['تَوَقَّف', 'stop', 'ar'],
    ['توقـــف', 'stop', 'ar'],
    ['הסר', 'stop', 'he'],
    ['रोकें', 'stop', 'hi'],
    ['หยุด', 'stop', 'th'],
    ['Hủy đăng ký', 'stop', 'vi'],
    ['huy dang ky', 'stop', 'vi'],
    ['Start', 'start', 'en'],
    ['UNSTOP', 'start', 'en'],
    ['nonarrêt', 'start', 'fr'],
    ['старт', 'start', 'ru'],
    ['başlat', 'start', 'tr'],
    ['BAŞLAT', 'start', 'tr'],
    ['help', 'help', 'en'],
    ['Info?', 'help', 'en'],
    ['aide', 'help', 'fr'],
    ['Hilfe!', 'help', 'de'],
    ['yardım', 'help', 'tr'],
    ['YARDIM', 'help', 'tr'],
    ['помощь', 'help', 'ru'],
    ['ヘルプ', 'help', 'ja'],
  ])('%j is %s', (text, keyword, language) => {
    expect(findKeyword(text!)).toEqual({ keyword, language })
  })

  test.each([
    'YES',
    'yes',
    'Y',
    'No',
    'ok',
    'fine',
    'Sì',
    'si',
    'ja',
    'nein',
    'oui',
    'non',
    'hai',
    'はい',
    'да',
    'нет',
    'đúng',
    'dung',
    'basta',
    'dur',
    'bas',
    'gut',
    'alles',
    'alta',
    'tall',
    'bene',
    'bien',
    'no grazie',
    '',
    ' ',
    '🛑',
    '...',
    '1',
    'stop1',
    'please stop',
    "don't stop",
    'stop it',
    'the bus stop',
    'Stop by at 5',
    'I need help',
    'cancel my appointment',
    'at the end',
    'can you start on Monday?',
    'STOP\nand call me',
    'non stop',
    `stop ${'!'.repeat(500)}`,
  ])('%j is not a keyword', (text) => {
    expect(findKeyword(text)).toBeNull()
  })

  test('a keyword is found in any casing and with any characters around it', () => {
    fc.assert(
      fc.property(anyEntry, decoration, decoration, fc.constantFrom('lower', 'upper', 'title'), ({ word, keyword }, before, after, casing) => {
        const cased = casing === 'lower' ? word.toLowerCase() : casing === 'upper' ? word.toUpperCase() : word[0]! + word.slice(1).toLowerCase()
        expect(findKeyword(before + cased + after)?.keyword).toBe(keyword)
      }),
    )
  })

  test('a keyword is found with separators between its letters', () => {
    fc.assert(
      fc.property(fc.constantFrom('stop', 'unsubscribe', 'start', 'help'), fc.constantFrom(' ', '.', '-', ' . ', '_'), (word, between) => {
        expect(findKeyword(Array.from(word).join(between))).toEqual(findKeyword(word))
      }),
    )
  })

  test('no keyword is found in a sentence', () => {
    const others = fc.constantFrom('we', 'thanks', 'zzz', 'tomorrow', 'nicht', 'xyz', '明天', 'завтра')
    fc.assert(
      fc.property(anyEntry, others, fc.boolean(), ({ word }, other, first) => {
        expect(findKeyword(first ? `${other} ${word}` : `${word} ${other}`)).toBeNull()
      }),
    )
  })

  test('any text is processed without an error', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => void findKeyword(text)))
  })

  test('no word belongs to two keywords', () => {
    for (const { word, keyword } of entries) expect(findKeyword(word)?.keyword).toBe(keyword)
  })

  test.each(Object.keys(table) as KeywordLanguage[])('replies in %s have up to 160 characters and name the opposite keyword', (language) => {
    for (const keyword of KEYWORDS) {
      const answer = findReply({ keyword, language })
      expect(answer.length).toBeLessThanOrEqual(160)
      expect(answer).toMatch(keyword === 'stop' ? /START|СТАРТ/ : /STOP|СТОП/)
    }
  })
})
