import type { Topic } from './shared-state'

/** The listeners of each topic. */
export function newsListeners() {
  const listeners = new Map<Topic, Set<() => void>>()
  return {
    onNews(topic: Topic, listener: () => void): () => void {
      const ofTopic = listeners.getOrInsertComputed(topic, () => new Set()).add(listener)
      return () => void ofTopic.delete(listener)
    },
    publish: (topic: string) => listeners.get(topic as Topic)?.forEach((listener) => listener()),
    publishAll: () => listeners.forEach((ofTopic) => ofTopic.forEach((listener) => listener())),
  }
}

/** The listeners to commits: they learn that something was committed, and read what. */
export function commitListeners() {
  const listeners = new Set<() => void>()
  return {
    /** `listener` is called after each commit of this process and may not throw. Returns how to stop that. */
    onCommit(listener: () => void): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** The result of `write`, once all listeners were called. */
    async notifyAfter<Result>(write: Promise<Result>): Promise<Result> {
      const result = await write
      for (const listener of listeners) listener()
      return result
    },
  }
}
