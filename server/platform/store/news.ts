import type { Topic } from './one-process'

/** Who wants to hear of what. */
export function newsOf() {
  const hearers = new Map<Topic, Set<() => void>>()
  return {
    onNews(topic: Topic, hear: () => void): () => void {
      const ofTopic = hearers.get(topic) ?? new Set<() => void>()
      hearers.set(topic, ofTopic.add(hear))
      return () => void ofTopic.delete(hear)
    },
    publish: (topic: string) => hearers.get(topic as Topic)?.forEach((hear) => hear()),
    publishAll: () => hearers.forEach((ofTopic) => ofTopic.forEach((hear) => hear())),
  }
}
