/** Maximum of wrong letters in a similar word. */
const NEAR = 2

/** The names that begin with the typed words, else those with few missing or wrong letters. */
export function nearest(names: readonly string[], [first = '', second = '']: readonly string[]): string[] {
  const group = names.filter((name) => name.startsWith(`${first} `))
  const begun = group.length > 0 ? group : names.filter((name) => name.startsWith(first))
  if (begun.length > 0) return begun
  return names.filter((name) =>
    [first, `${first} ${second}`].some((typed) => distance(typed, name) <= Math.min(NEAR, typed.length - 1)),
  )
}

/** The number of letters to add, remove or change in order to turn one word into another. */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, at) => at)
  for (const [at, letter] of [...from].entries()) {
    const next = [at + 1]
    for (const [index, expected] of [...to].entries()) {
      next.push(Math.min(row[index + 1]! + 1, next[index]! + 1, row[index]! + (letter === expected ? 0 : 1)))
    }
    row = next
  }
  return row.at(-1)!
}
