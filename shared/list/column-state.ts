/** A user's arrangement of the columns of a list, as plain JSON. Missing fields keep the page's default. */
export type ColumnState = {
  /** The ids from first to last. Other columns follow. */
  order?: readonly string[]
  /** False for hidden columns. */
  visibility?: Readonly<Record<string, boolean>>
  /** In CSS pixels, for the columns that a user has resized. */
  widths?: Readonly<Record<string, number>>
  /** Columns that stay visible while the others scroll sideways. */
  pins?: { readonly start: readonly string[]; readonly end: readonly string[] }
  /** The height of the rows; by default that of the operator's settings. */
  density?: 'compact' | 'normal'
}
