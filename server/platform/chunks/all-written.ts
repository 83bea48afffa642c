/**
 * The results of concurrent writes of one transaction. Rejects only when all of them have ended: a write that went on
 * after its transaction would be part of the next one.
 */
export async function allWritten<Results extends unknown[]>(
  ...writes: { [Index in keyof Results]: PromiseLike<Results[Index]> }
): Promise<Results> {
  const begun = writes.map((write) => Promise.resolve(write)) // drizzle's builders run at each `then`
  await Promise.allSettled(begun)
  return Promise.all(begun) as Promise<Results>
}
