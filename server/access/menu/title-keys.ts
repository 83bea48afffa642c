import { errorFields, log } from '../../platform/log/index'
import { ownProgram } from '../../platform/process/own-program'
import { withTimeout } from '../../platform/chunks/yield-to-event-loop'

/** Spelling thousands of titles takes a tenth of a second. */
const TIMEOUT_MS = 10_000

/** Pause after a failure. */
const REST_MS = 60_000

export const isChinese = (title: string) => /\p{Script=Han}/u.test(title)

/**
 * Other spellings with which a search finds texts: pinyin without tones and initials, `jueseguanli jsgl` for `角色管理`.
 * Texts without Chinese have none. Pass all texts of a search at once: the keys of other texts are dropped.
 */
export function createSpelling() {
  let restingUntil = 0
  /** The keys of the texts of the last call; they seldom change. */
  let keysByText: ReadonlyMap<string, string> = new Map()
  let latest = Promise.resolve()

  return async function keysOf(texts: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const chinese = [...new Set(texts)].filter(isChinese)
    const isComplete = () => chinese.every((text) => keysByText.has(text))
    if (isComplete()) return keysByText
    latest = latest.then(() => (isComplete() ? undefined : learn(chinese)))
    await withTimeout(latest, TIMEOUT_MS, () =>
      log('warn', 'title-keys', { message: 'others are spelled for too long' }),
    )
    return keysByText
  }

  /** Without keys, a search still finds texts as they are written, so a failure is only logged. */
  async function learn(texts: readonly string[]): Promise<void> {
    const missing = texts.filter((text) => !keysByText.has(text))
    if (Date.now() < restingUntil) return
    let keys: readonly string[]
    try {
      keys = await spell(missing)
    } catch (error) {
      restingUntil = Date.now() + REST_MS
      return log('error', 'title-keys', errorFields(error))
    }
    const learned = new Map(missing.map((text, at) => [text, keys[at] ?? '']))
    keysByText = new Map(texts.map((text) => [text, keysByText.get(text) ?? learned.get(text) ?? '']))
  }
}

/** The spellings of the titles of the menu. */
export const titleKeysOf = createSpelling()

async function spell(titles: readonly string[]): Promise<string[]> {
  const { command, env } = ownProgram('spell-titles')
  const child = Bun.spawn(command, {
    stdin: new Blob([JSON.stringify(titles)]),
    stderr: 'pipe',
    env,
    timeout: TIMEOUT_MS,
  })
  const textOf = (stream: ReadableStream) => new Response(stream).text()
  const [answer, complaint, exitCode] = await Promise.all([textOf(child.stdout), textOf(child.stderr), child.exited])
  if (exitCode !== 0) throw new Error(`Titles could not be spelled: ${complaint || `exit code ${exitCode}`}`)
  return JSON.parse(answer)
}
