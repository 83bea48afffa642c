import { appendFileSync, mkdirSync, statSync } from 'node:fs'
import { mkdir, open, readdir, rename, stat, unlink, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { errorFields, log, type LogFile } from '../../platform/log/index'

/** The current file; older ones have the time of their closing in their name. */
const CURRENT = 'caliper.log'
const isClosed = (name: string) => /^caliper-\d{8}-\d{6}-\d{3}\.log$/.test(name)
/** Characters that wait for a slow or full disk; further ones are dropped. */
const MAX_WAITING = 1024 * 1024
const RETRY_MS = 1000
const FOLDER = { recursive: true, mode: 0o700 }
/** Old files removed at once: one more than is added, so that a clock set forward does not remove all. */
const OLD_AT_ONCE = 2

type Options = {
  /** Created if it is missing, for its owner only. */
  dir: string
  maxBytes: number
  /** Including the current one. */
  maxFiles: number
  maxAgeMs: number
  now?: () => number
  /** Pause after a failed write. */
  retryMs?: number
}

/**
 * Writes the log into a folder, in files of at most a day. Requests do not wait for it: a full or slow disk only costs
 * lines, which are counted and reported once there is space again.
 */
export function openLogFile({ dir, maxBytes, maxFiles, maxAgeMs, now = Date.now, retryMs = RETRY_MS }: Options) {
  const path = join(dir, CURRENT)
  let waiting = ''
  let inFlight = ''
  let dropped = 0
  /** Dropped lines not yet reported. */
  let unreported = 0
  let handle: FileHandle | undefined
  let size = 0
  let day = ''
  let isFailing = false
  let pumping: Promise<void> | undefined
  let retry: ReturnType<typeof setTimeout> | undefined

  function drop(lines: string) {
    const count = lines.split('\n').length - 1
    dropped += count
    unreported += count
  }

  function pump() {
    pumping ??= writeAll().finally(() => (pumping = undefined))
  }

  function pumpLater() {
    retry ??= setTimeout(() => {
      retry = undefined
      pump()
    }, retryMs)
    retry.unref()
  }

  async function writeAll() {
    while (waiting !== '') {
      inFlight = waiting
      waiting = ''
      try {
        await writeOne(Buffer.from(inFlight))
      } catch (error) {
        drop(inFlight)
        await fail(error)
        return
      } finally {
        inFlight = ''
      }
    }
  }

  async function writeOne(lines: Buffer) {
    const today = dayOf(now())
    if (handle && (day !== today || (size > 0 && size + lines.length > maxBytes))) await rotate()
    handle ??= await begin(today)
    if (isFailing && (await handle.stat()).size > size) await handle.appendFile('\n') // half a line from before
    await handle.appendFile(lines)
    size = isFailing ? (await handle.stat()).size : size + lines.length
    isFailing = false
    if (unreported === 0) return
    log('warn', 'log-dropped', { lines: unreported, dir })
    unreported = 0
  }

  /** Opens the file again later. */
  async function fail(cause: unknown) {
    if (!isFailing) log('error', 'log-file', { dir, ...errorFields(cause) })
    isFailing = true
    const failed = handle
    handle = undefined
    try {
      await failed?.close()
    } catch {
      // the failed write is already reported
    }
    pumpLater()
  }

  async function begin(today: string): Promise<FileHandle> {
    await mkdir(dir, FOLDER)
    const stats = await stat(path).catch(() => undefined)
    if (stats && stats.size > 0 && (dayOf(stats.mtimeMs) !== today || stats.size >= maxBytes)) await close()
    const opened = await open(path, 'a', 0o600)
    if (!isFailing || day === '') size = (await opened.stat()).size
    day = today
    return opened
  }

  async function rotate() {
    await handle?.close()
    handle = undefined
    await close()
  }

  /** Gives the file its final name, and removes files that are too many or too old. */
  async function close() {
    const names = new Set(await readdir(dir))
    let at = now()
    while (names.has(nameOf(at))) at += 1
    await rename(path, join(dir, nameOf(at)))
    const closed = [...names, nameOf(at)].filter(isClosed).toSorted()
    const excess = closed.splice(0, Math.max(0, closed.length - (maxFiles - 1)))
    const old: string[] = []
    for (const name of closed.slice(0, OLD_AT_ONCE)) {
      if (now() - (await stat(join(dir, name))).mtimeMs > maxAgeMs) old.push(name)
    }
    for (const name of [...excess, ...old]) await unlink(join(dir, name)).catch(() => {}) // it is already removed
  }

  async function idle() {
    const present = pumping
    if (!present) return
    await present
    await idle()
  }

  return {
    write(lines: string): void {
      if (waiting.length + lines.length > MAX_WAITING) return drop(lines)
      waiting += lines
      if (isFailing) pumpLater()
      else pump()
    },
    writeNow(lines: string): void {
      try {
        mkdirSync(dir, FOLDER)
        const isUnwritten = inFlight !== '' && (statSync(path, { throwIfNoEntry: false })?.size ?? 0) <= size
        appendFileSync(path, (isUnwritten ? inFlight : '') + waiting + lines, { mode: 0o600 })
      } catch {
        // the disk is full, and the server is ending
      }
    },
    dropped: () => dropped,
    /** Resolves when all lines so far are written or dropped. */
    idle,
    async close(): Promise<void> {
      await idle()
      clearTimeout(retry)
      await handle?.close()
      handle = undefined
    },
  } satisfies LogFile & { idle(): Promise<void>; close(): Promise<void> }
}

/** UTC, like all times in the log. */
const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10)
const nameOf = (at: number) =>
  `caliper-${new Date(at).toISOString().slice(0, 23).replaceAll(/[-:]/g, '').replace('T', '-').replace('.', '-')}.log`
