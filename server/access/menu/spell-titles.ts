/**
 * A separate program, run by `title-keys.ts`. It reads a JSON array of titles from standard input and writes their keys
 * as an array. Its dictionary takes 30 MB, which are free again when it ends. The server does not block while the
 * dictionary loads.
 */
import { pinyin } from 'pinyin-pro'

/**
 * Pinyin of a title, then its initials, as people type them: `角色管理` → `jueseguanli jsgl`, `API文档` → `apiwendang apiwd`.
 */
function keysOf(title: string): string {
  const words = pinyin(title.normalize('NFKC'), { toneType: 'none', v: true, type: 'all' })
  const typed = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
  const whole = words.map(({ isZh, origin, pinyin }) => (isZh ? pinyin : origin))
  const initials = words.map(({ isZh, origin, first }) => (isZh ? first : origin))
  return `${typed(whole.join(''))} ${typed(initials.join(''))}`
}

const titles: string[] = JSON.parse(await Bun.stdin.text())
console.log(JSON.stringify(titles.map(keysOf)))
