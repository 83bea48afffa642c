import type { Bytes } from './picture-type'

/** Whether `text`, of one character a byte, stands at a place. */
export const isAt = (bytes: Bytes, place: number, text: string) =>
  place + text.length <= bytes.length && [...text].every((char, at) => bytes[place + at] === char.charCodeAt(0))

/** These parts of a file, one after the other. */
export const joined = (parts: Bytes[]): Bytes => new Uint8Array(Buffer.concat(parts))
