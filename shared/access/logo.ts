/** A logo is shown at 28 to 64 pixels. */
export const MAX_LOGO_BYTES = 512 * 1024
/** Bounds of its width and height, in pixels. */
export const MIN_LOGO_EDGE = 16
export const MAX_LOGO_EDGE = 2048
