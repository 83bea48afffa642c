const PREFIX = 'draft '

const locks = () => (navigator as { locks?: LockManager }).locks // missing over plain HTTP

/** The drafts that this window is sending. */
export const sendingHere = new Set<string>()

/**
 * Does `work` with a draft unless a window of this browser is sending it. Without locks windows do not know that of each
 * other: then what is sent is compared with the draft again before it is submitted, and before it is deleted.
 */
export async function alone<Result>(
  clientUid: string,
  work: () => Promise<Result>,
  otherwise: Result,
): Promise<Result> {
  if (sendingHere.has(clientUid)) return otherwise
  sendingHere.add(clientUid)
  try {
    const found = locks()
    if (!found) return await work()
    return await found.request(PREFIX + clientUid, { ifAvailable: true }, (lock) => (lock ? work() : otherwise))
  } finally {
    sendingHere.delete(clientUid)
  }
}

const watched = new Set<string>()

/** The drafts that other windows are sending now. `onEnd` is called when one of them ends, or closes. */
export async function sentElsewhere(onEnd: () => void): Promise<ReadonlySet<string>> {
  const { held = [] } =
    (await locks()
      ?.query()
      .catch(() => undefined)) ?? {}
  const names = held.flatMap(({ name = '' }) => (name.startsWith(PREFIX) ? name.slice(PREFIX.length) : []))
  const others = new Set(names.filter((clientUid) => !sendingHere.has(clientUid)))
  for (const clientUid of others) void watch(clientUid, onEnd)
  return others
}

async function watch(clientUid: string, onEnd: () => void) {
  if (watched.has(clientUid)) return
  watched.add(clientUid)
  await locks()?.request(PREFIX + clientUid, { mode: 'shared' }, () => {})
  watched.delete(clientUid)
  onEnd()
}
