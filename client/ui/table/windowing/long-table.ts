/** Above this many rows a table is long: only those near the sight are drawn. */
export const DRAWN_UP_TO = 200

/** About so many cells of a long table are drawn before its sight is known. */
export const FIRST_CELLS = 240
