import { errorFields, log } from '../../platform/log/index'
import { ownProgram } from '../../platform/process/own-program'
import { withTimeout } from '../../platform/chunks/yield-to-event-loop'

/** Spelling thousands of titles takes a tenth of a second. */
const TIMEOUT_MS = 10_000

/** After a failure it is not tried again for so long. */
const REST_MS = 60_000

let restingUntil = 0
/** The keys of the titles that were asked for last; a menu seldom changes. */
let keysByTitle: ReadonlyMap<string, string> = new Map()
let latest = Promise.resolve()

const isChinese = (title: string) => /\p{Script=Han}/u.test(title)

/**
 * Other spellings by which the search finds these titles: pinyin without tones and initials, `jueseguanli jsgl` for `角色管理`.
 * Titles without Chinese have none. Ask for all titles at once: those not asked for are forgotten.
 */
export async function titleKeysOf(titles: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const chinese = [...new Set(titles)].filter(isChinese)
  const isComplete = () => chinese.every((title) => keysByTitle.has(title))
  if (isComplete()) return keysByTitle
  latest = latest.then(() => (isComplete() ? undefined : learn(chinese)))
  await withTimeout(latest, TIMEOUT_MS, () => log('warn', 'title-keys', { message: 'others are spelled for too long' }))
  return keysByTitle
}

/** Without keys the search still finds titles as they are written: a failure is no reason to withhold the menu. */
async function learn(titles: readonly string[]): Promise<void> {
  const missing = titles.filter((title) => !keysByTitle.has(title))
  if (Date.now() < restingUntil) return
  let keys: readonly string[]
  try {
    keys = await spell(missing)
  } catch (error) {
    restingUntil = Date.now() + REST_MS
    return log('error', 'title-keys', errorFields(error))
  }
  const learned = new Map(missing.map((title, at) => [title, keys[at] ?? '']))
  keysByTitle = new Map(titles.map((title) => [title, keysByTitle.get(title) ?? learned.get(title) ?? '']))
}

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
