/** What came of a fault: what was done, how many acknowledged writes are gone, and whether all that is promised held. */
export type Outcome = {
  /** What was done to the server, with figures. */
  did: string
  /** Acknowledged writes that are not there afterwards, or only half. */
  lost: number
  ok: boolean
  /** Times that were missed; whether they count depends on the machine. */
  late: string[]
  /** What was seen; where it did not hold, what was expected instead. */
  note: string
  /** It could not be done here. */
  isLeftOut?: true
}

/** One file of this folder each: what goes wrong around the server, and what must come of it. */
export type Fault = {
  name: string
  /** How long it may take on a machine of the usual speed, where that is longer than usual. */
  patienceMs?: number
  run(): Promise<Outcome>
}

/** Collects what was seen; whatever does not hold is said in words. */
export function seen() {
  const notes: string[] = []
  const broken: string[] = []
  const late: string[] = []
  const worded = (text: string, found: unknown) => (found === undefined ? text : `${text} (found: ${short(found)})`)
  return {
    note: (text: string) => void notes.push(text),
    /** `text` says what should be so. */
    expect(holds: boolean, text: string, found?: unknown) {
      if (!holds) broken.push(worded(text, found))
    },
    /** The same of a time, which a slow machine may miss. */
    expectTime(holds: boolean, text: string, found?: unknown) {
      if (!holds) late.push(worded(text, found))
    },
    /** `why` says what is missing on this machine. */
    leftOut: (why: string): Outcome => ({
      did: 'nothing',
      lost: 0,
      ok: true,
      late: [],
      note: why,
      isLeftOut: true,
    }),
    outcome: (did: string, lost = 0): Outcome => ({
      did,
      lost,
      ok: broken.length === 0 && lost === 0,
      late,
      note: [
        ...(broken.length > 0 ? [`NOT HELD: ${broken.join('; ')}`] : notes),
        ...(late.length > 0 ? [`LATE: ${late.join('; ')}`] : []),
      ].join(', '),
    }),
  }
}
export type Seen = ReturnType<typeof seen>

const short = (found: unknown) =>
  (typeof found === 'string' ? found : (JSON.stringify(found) ?? 'nothing')).slice(0, 300)

/** The value that so many percent of all are not above. */
export const percentile = (values: readonly number[], percent: number) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor((values.length * percent) / 100))] ?? 0

/** Ends what was begun, the last first, whatever becomes of `work`. */
export async function undoing<Result>(work: (undo: (step: () => unknown) => void) => Promise<Result>): Promise<Result> {
  const steps: (() => unknown)[] = []
  try {
    return await work((step) => void steps.push(step))
  } finally {
    for (const step of steps.toReversed()) await step()
  }
}
