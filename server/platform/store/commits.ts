/** Lets others know that something was committed; what, they read. */
export function commits() {
  const hearers = new Set<() => void>()
  return {
    /** `hear` is called after each commit of this process and may not throw; answers how to stop that. */
    onCommit(hear: () => void): () => void {
      hearers.add(hear)
      return () => void hearers.delete(hear)
    },
    /** What `written` comes to, once everybody was told that it is committed. */
    async notifyAfter<Result>(written: Promise<Result>): Promise<Result> {
      const result = await written
      for (const hear of hearers) hear()
      return result
    },
  }
}
