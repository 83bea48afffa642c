/** Of a row, in CSS pixels, before one was seen. */
const ROW_HEIGHT = 44

/** The heights of the rows of a table, in CSS pixels: as they were seen, and for the others as the first ones were. */
export class RowHeights {
  #seen: number[] = []
  #usual = ROW_HEIGHT

  /**
   * Notes what the rows at these positions measure. Should most of them have changed, as when columns fold or the density
   * is another one, so have those that are out of sight.
   */
  note(heights: ReadonlyMap<number, number>): void {
    const changed = [...heights].filter(([at, height]) => Math.abs((this.#seen[at] ?? height) - height) > 1)
    if (changed.length > heights.size / 2) this.#seen = []
    if (this.#seen.length === 0 && heights.size > 0) {
      this.#usual = [...heights.values()].reduce((sum, height) => sum + height) / heights.size
    }
    for (const [at, height] of heights) this.#seen[at] = height
  }

  /** The total height of the rows from `from` up to, but without, `to`. */
  of(from: number, to: number): number {
    let height = 0
    for (let at = from; at < to; at += 1) height += this.#seen[at] ?? this.#usual
    return height
  }

  /** Which of `count` rows lie between two edges: from one position to before another. The first row begins at 0. */
  between(begin: number, end: number, count: number) {
    let edge = 0
    let from = 0
    let to = 0
    for (let at = 0; at < count && edge < end; at += 1) {
      edge += this.#seen[at] ?? this.#usual
      if (edge <= begin) from = at + 1
      to = at + 1
    }
    return { from: Math.min(from, to), to }
  }
}
