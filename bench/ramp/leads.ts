/** Area codes of the United States and Canada without a rule that matters here: the calling hours are off. */
const AREAS = (
  '201 202 203 205 206 207 208 209 210 212 213 214 215 216 217 218 219 224 225 228 229 231 234 239 240 248 251 252 253 254 256 260 262 267 269 270 276 281 301 302 ' +
  '303 304 305 307 308 309 310 312 313 314 315 316 317 318 319 320 321 323 325 330 331 334 336 337 339 347 351 352 360 361 386 401 402 404 405 406 407 408 409 410'
).split(' ')
/** Exchanges that no service code uses. */
const EXCHANGES = Array.from({ length: 700 }, (_, nth) => 220 + nth).filter((exchange) => exchange % 100 !== 11 && exchange !== 555)
/** Ends of numbers with which a call is answered and succeeds. */
const ENDS = ['0100', '0009']

/** The number of a lead: each of up to 110,000 has its own, whatever its workspace. */
export function phoneOf(nth: number): string {
  const byArea = Math.floor(nth / AREAS.length)
  return `+1${AREAS[nth % AREAS.length]}${EXCHANGES[byArea % EXCHANGES.length]}${ENDS[Math.floor(byArea / EXCHANGES.length)]}`
}
