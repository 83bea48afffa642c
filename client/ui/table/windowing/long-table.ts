/** Above this number of rows a table is long: only rows near the visible area are drawn. */
export const DRAWN_UP_TO = 200

/** The approximate number of cells drawn before the visible area of a long table is known. */
export const FIRST_CELLS = 240
