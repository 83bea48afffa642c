import { MIN_PASSWORD_LENGTH } from '#shared/constants'

let list: Promise<ReadonlySet<string>> | undefined

/**
 * True for one of the most common passwords worldwide, or among Chinese speakers, in any letter case; and for asterisks
 * alone, which a form shows instead of a password.
 */
export async function isCommonPassword(password: string) {
  if (/^\*+$/.test(password)) return true
  const plain = password.normalize('NFKC').toLowerCase()
  return isCommonHere(plain) || (await (list ??= readList())).has(plain)
}

/** About eighteen thousand; shorter ones are refused by their length. Loaded on demand: most starts set no password. */
async function readList(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'].filter(({ length }) => length >= MIN_PASSWORD_LENGTH))
}

const listed = (words: string) => words.split(' ')

/** Sayings, frequent surnames and keyboard rows. */
const words = new Set([
  ...listed(
    'woaini woaiwo woaiziji woaiwojia woaizhongguo aini wo woshi nihao mima wodemima laopo laogong baobao baobei',
  ),
  ...listed('zhongguo beijing shanghai xiaoming li wang zhang liu chen yang zhao huang zhou wu xu sun'),
  ...listed('a aa aaa abc abcd q qq qqq qwe qwer qwert qwerty asd asdf asdfgh zxc zxcv zxcvbn qaz wsx w ww x z zz'),
])
/** Lucky numbers, spoken ones (520, I love you; 1314, for ever) and keyboard walks; the longest come first. */
const runs = listed(
  '1234567890 0123456789 0987654321 987654321 147258369 963852741 789456123 123456789 12345678 87654321 1234567 ' +
    '7758521 7758258 5201314 1314520 1314521 5211314 654321 123456 147258 159357 159753 112233 123321 110110 12345 ' +
    '1314 1234 4321 1111 2222 3333 4444 5555 6666 7777 8888 9999 0000 520 521 110 119 123 321 111 222 333 555 666 888 999 000',
)

/** A short tail that adds nothing to the strength: four digits, or a year or a birthday. */
const TAIL = /((19|20)\d\d)?\d{0,4}$/
/** Below this, most of a password is punctuation, and the rest is too short to judge. */
const MIN_PLAIN_LENGTH = 6

/** True for at most one of these words, with any of these runs and a tail; punctuation in between is ignored. */
function isCommonHere(password: string): boolean {
  const plain = password.replace(/[^\p{L}\p{N}]/gu, '')
  if (plain.length < MIN_PLAIN_LENGTH) return false
  const rest = runs.reduce((left, run) => left.replaceAll(run, ''), plain).replace(TAIL, '')
  return rest === '' || words.has(rest)
}
