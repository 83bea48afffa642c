import type { Result, Router } from 'hono/router'
import { TrieRouter } from 'hono/router/trie-router'
import { setBounded } from '../cache/lru'

const MAX_ENTRIES = 1000
/** Longer paths are not cached: anybody may send them, and no page does. */
const MAX_LENGTH = 200

/** Hono's router for the routes of the API, with the matches of the last requested paths cached. */
export function cachingRouter<Handler>(): Router<Handler> {
  const router = new TrieRouter<Handler>()
  const matches = new Map<string, Result<Handler>>()
  return {
    name: 'CachingRouter',
    add(method, path, handler) {
      matches.clear()
      router.add(method, path, handler)
    },
    match(method, path) {
      const key = `${method} ${path}`
      const cached = matches.get(key)
      if (cached) return cached
      const found = router.match(method, path)
      return key.length > MAX_LENGTH ? found : setBounded(matches, key, found, MAX_ENTRIES)
    },
  }
}
