/** Places labels beside lines, each as near to its line as possible without overlap. */
export function spreadLabels<Label extends { y: number }>(labels: readonly Label[], room: number): Label[] {
  const sorted = labels.toSorted((a, b) => a.y - b.y).map((label) => ({ ...label }))
  for (let index = 1; index < sorted.length; index++) {
    const [above, label] = [sorted[index - 1]!, sorted[index]!]
    const overlap = room - (label.y - above.y)
    if (overlap <= 0) continue
    above.y -= overlap / 2
    label.y += overlap / 2
  }
  for (let index = 1; index < sorted.length; index++) {
    sorted[index]!.y = Math.max(sorted[index]!.y, sorted[index - 1]!.y + room)
  }
  return sorted
}

/** The approximate width of a text, in pixels: Chinese characters are square, other letters half as wide. */
export const widthOf = (text: string) => [...text].reduce((sum, letter) => sum + (letter > '\u2e80' ? 13 : 7), 0)

/** The start and end of a text on its line, in pixels. */
type Extent = { begin: number; end: number }

/** The texts on one line that do not overlap, from left to right; the first and the last take precedence. */
export function withoutOverlaps<Label extends Extent>(labels: readonly Label[], gap: number): Label[] {
  const shown: Label[] = []
  const isClear = ({ begin }: Label) => begin >= (shown.at(-1)?.end ?? -Infinity) + gap
  for (const label of labels.slice(0, -1)) if (isClear(label)) shown.push(label)
  const last = labels.at(-1)
  if (!last) return []
  while (!isClear(last)) shown.pop()
  return [...shown, last]
}
