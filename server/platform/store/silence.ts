import { errorFields, log } from '../log/index'

/** The connection to the database has ended, or could not be made. The database itself has reported nothing. */
export class DatabaseAway extends Error {}

/** The database gives no sign of life: it hangs, or the network drops everything. */
export class DatabaseSilent extends Error {
  constructor() {
    super('The database does not answer.')
  }
}

/** It is unknown if the transaction was committed: it must not be repeated. */
export class CommitUnanswered extends Error {
  constructor(cause: unknown) {
    super('The connection was lost before the database confirmed the commit.', { cause })
  }
}

const TICK_MS = 250
/** After this time without any answer, the database is probed … */
const QUIET_MS = 1_500
/**
 * … and after this number of ticks without an answer it counts as silent. Ticks, because a busy event loop also delays
 * our clock.
 */
const PROBE_TICKS = 6
/** Interval of knocks while it is silent: earlier ones may never arrive. */
const AGAIN_MS = 500

type Parts = {
  /** Probes over a new connection, and ends by itself; `false`: no answer. */
  probe: () => Promise<boolean>
  /** Asks for any sign of life at each `knock`, which costs the database little. */
  knockAt: (onAnswer: () => void) => { knock: () => void; leave: () => void }
  /** Open statements are given up. */
  onSilent: () => void
  /** The database is no longer silent; it may refuse connections. */
  onBack: () => void
}
type Question = { since: number; isPatient: boolean; giveUp: (error: Error) => void }

/**
 * Notices that the database has fallen silent. A slow statement is no sign of that: only a database that does not even
 * answer `probe` is silent. Waiting and new callers are then refused until it answers again.
 */
export function watchSilence({ probe, knockAt, onSilent, onBack }: Parts) {
  /** In the order in which they were asked. */
  const open = new Set<Question>()
  const state = { isSilent: false, isProbing: false, isClosed: false, heardAt: 0 }
  let ticking: ReturnType<typeof setInterval> | undefined

  function heard() {
    state.heardAt = performance.now()
    if (!state.isSilent) return
    state.isSilent = false
    log('warn', 'database', { message: 'The database is no longer silent.' })
    onBack()
  }

  let asking: Promise<void> | undefined
  const ask = () =>
    void (asking ??= probe().then((isThere) => {
      asking = undefined
      if (isThere) heard()
    }))

  function tick() {
    const [oldest] = open
    if (!oldest) {
      clearInterval(ticking)
      ticking = undefined
    } else if (!state.isSilent && performance.now() - Math.max(oldest.since, state.heardAt) >= QUIET_MS) void doubt()
  }

  async function doubt() {
    if (state.isProbing) return
    state.isProbing = true
    const since = performance.now()
    ask()
    for (let ticks = 0; ticks < PROBE_TICKS && state.heardAt < since; ticks++) await Bun.sleep(TICK_MS)
    state.isProbing = false
    if (state.heardAt < since && !state.isClosed) await fallSilent()
  }

  async function fallSilent() {
    state.isSilent = true
    log('error', 'database', errorFields(new DatabaseSilent()))
    for (const { isPatient, giveUp } of open) if (!isPatient) giveUp(new DatabaseSilent())
    onSilent()
    const { knock, leave } = knockAt(() => state.isSilent && ask())
    while (state.isSilent && !state.isClosed) {
      knock()
      await Bun.sleep(AGAIN_MS)
    }
    leave()
  }

  return {
    /**
     * The result of `asked`.
     * @param isPatient waits for a silent database as well
     * @throws DatabaseSilent if the database has fallen silent
     */
    async answer<Result>(asked: () => Promise<Result>, isPatient: boolean): Promise<Result> {
      if (state.isSilent && !isPatient) throw new DatabaseSilent()
      const { promise: givenUp, reject: giveUp } = Promise.withResolvers<never>()
      const question = { since: performance.now(), isPatient, giveUp }
      open.add(question)
      ticking ??= setInterval(tick, TICK_MS)
      try {
        const result = await Promise.race([asked(), givenUp])
        heard()
        return result
      } finally {
        open.delete(question)
      }
    },
    /** Refuses all open questions. */
    giveUp(error: Error) {
      for (const question of open) question.giveUp(error)
    },
    close() {
      state.isClosed = true
      clearInterval(ticking)
    },
  }
}
