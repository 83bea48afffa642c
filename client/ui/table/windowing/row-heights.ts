/** The assumed height of a row before measurement, in CSS pixels. */
const ROW_HEIGHT = 44

/** The heights of the rows of a table, in CSS pixels: measured, or for other rows that of the first ones. */
export class RowHeights {
  #seen: number[] = []
  #usual = ROW_HEIGHT

  /**
   * Stores the measured heights at these positions. If most have changed, as after folding columns or a new density,
   * the heights of hidden rows are discarded too.
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

  /**
   * The rows between two edges, out of `count`: from one position up to, but without, another. The first row begins at
   * 0.
   */
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
