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

/** The listeners to commits. They learn only that there was a commit, and read the changes themselves. */
export function commitListeners() {
  const listeners = new Set<() => void>()
  return {
    /** `listener` is called after each commit of this process and must not throw. Returns a function that ends it. */
    onCommit(listener: () => void): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** The result of `write`, after all listeners were called. */
    async notifyAfter<Result>(write: Promise<Result>): Promise<Result> {
      const result = await write
      for (const listener of listeners) listener()
      return result
    },
  }
}
