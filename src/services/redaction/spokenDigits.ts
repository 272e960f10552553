/** Spoken numbers up to 99 in five languages: words without accents, and digits. */
export const SPOKEN_NUMBERS: ReadonlyMap<string, string> = new Map([
  ...englishNumbers(),
  ...germanNumbers(),
  ...italianNumbers(),
  ...spanishNumbers(),
  ...frenchNumbers(),
])

/** The maximum number of words in a spoken number: quatre vingt dix sept. */
export const MAX_NUMBER_WORDS = 4

/** Words that repeat the next digit. */
export const REPEAT_WORDS: ReadonlyMap<string, number> = new Map([
  ...['double', 'doble', 'doppio', 'doppia', 'doppel', 'doppelt'].map((word) => [word, 2] as const),
  ...['triple', 'triplo', 'tripla', 'dreifach', 'dreimal'].map((word) => [word, 3] as const),
])

/** Words that are digits only among other digits, and may not be digits even there. */
export const AMBIGUOUS_DIGIT_WORDS: ReadonlySet<string> = new Set(['oh', 'o', 'once', 'one', 'un', 'une', 'uno', 'una', 'ein', 'due', 'sei'])

/** Words without meaning between digits. */
export const FILLER_WORDS: ReadonlySet<string> = new Set(
  (
    'uh um uhm er erm eh ehm hm hmm mm ah and then so ok okay yes yeah right dash hyphen space dot point well let me see sorry ' +
    'ah ahm aeh ahem und dann also ja gut strich bindestrich leerzeichen punkt moment ' +
    'e poi allora si va bene ecco spazio trattino punto dunque ' +
    'y luego entonces pues bueno vale espacio guion este ' +
    'et puis alors euh heu bon ben oui tiret espace voila'
  ).split(' '),
)

type NumberWords = (readonly [string, string])[]

function splitWords(text: string): string[] {
  return text.split(' ')
}

function numberWords(list: readonly string[], first = 0): NumberWords {
  return list.map((word, index) => [word, String(first + index)] as const)
}

function englishNumbers(): NumberWords {
  const ones = splitWords('zero one two three four five six seven eight nine')
  const teens = splitWords('ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen')
  const tens = splitWords('twenty thirty forty fifty sixty seventy eighty ninety')
  return [
    ...numberWords(ones),
    ['oh', '0'],
    ['o', '0'],
    ['nought', '0'],
    ['niner', '9'],
    ...numberWords(teens, 10),
    ...tens.flatMap((ten, at) => withUnits(ten, at + 2, ones)),
  ]
}

function withUnits(ten: string, tens: number, ones: readonly string[], between = ' '): NumberWords {
  return [[ten, `${tens}0`], ...ones.slice(1).map((one, at) => [`${ten}${between}${one}`, `${tens}${at + 1}`] as const)]
}

function germanNumbers(): NumberWords {
  const ones = splitWords('null eins zwei drei vier funf sechs sieben acht neun')
  const teens = splitWords('zehn elf zwolf dreizehn vierzehn funfzehn sechzehn siebzehn achtzehn neunzehn')
  const tens = splitWords('zwanzig dreissig vierzig funfzig sechzig siebzig achtzig neunzig')
  const joined = tens.flatMap((ten, at): NumberWords => [
    [ten, `${at + 2}0`],
    ...ones.slice(1).map((one, unit) => [`${unit === 0 ? 'ein' : one}und${ten}`, `${at + 2}${unit + 1}`] as const),
  ])
  return [...numberWords(ones), ['zwo', '2'], ['ein', '1'], ['fuenf', '5'], ...numberWords(teens, 10), ...joined]
}

function italianNumbers(): NumberWords {
  const ones = splitWords('zero uno due tre quattro cinque sei sette otto nove')
  const teens = splitWords('dieci undici dodici tredici quattordici quindici sedici diciassette diciotto diciannove')
  const tens = splitWords('venti trenta quaranta cinquanta sessanta settanta ottanta novanta')
  const joined = tens.flatMap((ten, at): NumberWords => [
    [ten, `${at + 2}0`],
    ...ones.slice(1).map((one, unit) => [`${unit === 0 || unit === 7 ? ten.slice(0, -1) : ten}${one}`, `${at + 2}${unit + 1}`] as const),
  ])
  return [...numberWords(ones), ...numberWords(teens, 10), ...joined]
}

function spanishNumbers(): NumberWords {
  const ones = splitWords('cero uno dos tres cuatro cinco seis siete ocho nueve')
  const teens = splitWords('diez once doce trece catorce quince dieciseis diecisiete dieciocho diecinueve')
  const tens = splitWords('treinta cuarenta cincuenta sesenta setenta ochenta noventa')
  const twenties = ones.slice(1).map((one, at) => [`veinti${one}`, `2${at + 1}`] as const)
  return [...numberWords(ones), ...numberWords(teens, 10), ['veinte', '20'], ...twenties, ...tens.flatMap((ten, at) => withUnits(ten, at + 3, ones, ' y '))]
}

function frenchNumbers(): NumberWords {
  const ones = splitWords('zero un deux trois quatre cinq six sept huit neuf')
  const teens = splitWords('dix onze douze treize quatorze quinze seize')
  const later: NumberWords = [17, 18, 19].map((n) => [`dix ${ones[n - 10]}`, String(n)] as const)
  const small = [...ones, ...teens, ...later.map(([name]) => name)]
  const tens = splitWords('vingt trente quarante cinquante soixante')
  const joined = tens.flatMap((ten, at): NumberWords => [...withUnits(ten, at + 2, ones), [`${ten} et un`, `${at + 2}1`]])
  const seventies = small.slice(10).map((name, at) => [`soixante ${name}`, String(70 + at)] as const)
  const eighties = small.map((name, at) => [at === 0 ? 'quatre vingt' : `quatre vingt ${name}`, String(80 + at)] as const)
  return [
    ...numberWords(ones),
    ['une', '1'],
    ...numberWords(teens, 10),
    ...later,
    ...joined,
    ...seventies,
    ['soixante et onze', '71'],
    ['quatre vingts', '80'],
    ...eighties,
  ]
}
