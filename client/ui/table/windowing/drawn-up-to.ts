/** Above this many rows a table is long: only those near the sight are drawn. */
export const DRAWN_UP_TO = 200
