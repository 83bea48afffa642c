/**
 * Which of the counts above columns stand higher than the others. Counts side by side are as wide as their columns: every
 * second one is raised, so that 1 and 1 are not read as 11.
 */
export function raisedOf(hasCount: readonly boolean[]): boolean[] {
  const raised: boolean[] = []
  for (const [place, has] of hasCount.entries()) {
    raised.push(has && hasCount[place - 1] === true && raised[place - 1] !== true)
  }
  return raised
}
