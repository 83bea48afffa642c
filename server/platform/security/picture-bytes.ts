export type Bytes = Uint8Array<ArrayBuffer>

/**
 * What a reader finds. Edges in pixels, as the picture's header says; `content` is the file with what shows the picture
 * and its colours alone: not where and with what it was taken, nor any text. Its orientation goes as well; cameras turn
 * pictures that way, our own client does not.
 */
export type Reading = { width: number; height: number; content: Bytes }

/** Whether `text`, of one character a byte, stands at a place. */
export const isAt = (bytes: Bytes, index: number, text: string) =>
  index + text.length <= bytes.length && [...text].every((char, at) => bytes[index + at] === char.charCodeAt(0))

/** These parts of a file, one after the other. */
export const joined = (parts: Bytes[]): Bytes => new Uint8Array(Buffer.concat(parts))
