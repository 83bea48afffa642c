/** How somebody has arranged the columns of a list, as plain JSON. What is left out is as the page declares it. */
export type ColumnState = {
  /** The ids from first to last. Columns that are not named come after them. */
  order?: readonly string[]
  /** False for hidden columns. */
  visibility?: Readonly<Record<string, boolean>>
  /** In CSS pixels, of the columns that somebody has sized. */
  widths?: Readonly<Record<string, number>>
  /** Columns that stay in sight while the others are scrolled sideways. */
  pins?: { readonly start: readonly string[]; readonly end: readonly string[] }
  /** The height of the rows; without it that of the operator's settings. */
  density?: 'compact' | 'normal'
}
