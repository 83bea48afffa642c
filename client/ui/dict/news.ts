import type { QueryClient } from '@tanstack/react-query'

/** Begins the key of every dictionary among the queries. */
export const DICT_KEY = 'dict'

/** Tells the windows of this browser that a dictionary was changed. It holds the process, so there is one at most. */
let channel: BroadcastChannel | undefined
const following = new WeakSet<QueryClient>()

const opened = () => (channel ??= new BroadcastChannel('caliper-dict'))

/** Has dictionaries fetched anew when another window has changed one. Once for each set of queries. */
export function followDicts(queries: QueryClient): void {
  if (following.has(queries)) return
  following.add(queries)
  opened().addEventListener('message', () => void queries.invalidateQueries({ queryKey: [DICT_KEY] }))
}

/** Called after a dictionary was changed here: tells the other windows, whose operators may be looking at it. */
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has none: it never leaves this one
export const announceDicts = (): void => opened().postMessage('changed')
