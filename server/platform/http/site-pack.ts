/** What a file holds, and a digest of that by which browsers know it again. */
export type SiteFile = { body: Uint8Array<ArrayBuffer> | Blob; digest: string }

/** The files of a built client by their names, such as `assets/index-abcd1234.js`. */
export type SiteFiles = Map<string, SiteFile>

/** Bytes of the length that stands first. */
const HEAD = 4

type Entry = [name: string, length: number, digest: string]

/** All files in one piece: how long the table is, the table, and what the files hold. */
export function packSite(files: Map<string, { body: Uint8Array<ArrayBuffer>; digest: string }>) {
  const entries = [...files].map(([name, { body, digest }]): Entry => [name, body.length, digest])
  const table = new TextEncoder().encode(JSON.stringify(entries))
  const head = new DataView(new ArrayBuffer(HEAD))
  head.setUint32(0, table.length)
  return new Blob([head, table, ...[...files.values()].map(({ body }) => body)])
}

/** The files of one piece. They stay where it lies, and cost no memory before they are asked for. */
export async function unpackSite(pack: Blob): Promise<SiteFiles> {
  const start = HEAD + new DataView(await pack.slice(0, HEAD).arrayBuffer()).getUint32(0)
  const entries: Entry[] = await pack.slice(HEAD, start).json()
  let at = start
  return new Map(entries.map(([name, length, digest]) => [name, { body: pack.slice(at, (at += length)), digest }]))
}
