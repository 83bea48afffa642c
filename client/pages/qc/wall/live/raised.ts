/**
 * The counts above bars that are raised. Neighbouring counts are as wide as their bars: every second one is raised, so
 * that 1 and 1 are not read as 11.
 */
export function raisedOf(hasCount: readonly boolean[]): boolean[] {
  const raised: boolean[] = []
  for (const [index, has] of hasCount.entries()) {
    raised.push(has && hasCount[index - 1] === true && raised[index - 1] !== true)
  }
  return raised
}
