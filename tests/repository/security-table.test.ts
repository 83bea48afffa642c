import { describe, expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { commands } from '#server/commands/cli'
import packageJson from '../../package.json'

/** `docs/security.md`: what it says of tests, commands and sections is so. */
const document = await Bun.file('docs/security.md').text()
const rows = [...document.matchAll(/^\| S(\d+) +\| (.+?) +\| (.+?) +\|$/gm)].map(([, number, what, held]) => ({
  number: Number(number),
  what: what!,
  holders: held!.split('; '),
}))

const textOf = (path: string) => Bun.file(path).text()
/** Headings as links name them. */
const anchorsOf = (markdown: string) =>
  [...markdown.matchAll(/^#+ (.+)$/gm)].map(([, title]) =>
    title!
      .toLowerCase()
      .replace(/[^\p{L}\p{N} -]/gu, '')
      .replaceAll(' ', '-'),
  )

/** What is wrong with one holder of a requirement; `undefined` when all is as it says. */
async function wrongIn(holder: string, number: number): Promise<string | undefined> {
  const link = /\]\(([^)#]+)(?:#([^)]+))?\)$/.exec(holder)
  if (link) {
    const path = join('docs', link[1]!)
    if (!existsSync(path)) return `${path} is not there`
    return link[2] === undefined || anchorsOf(await textOf(path)).includes(link[2])
      ? undefined
      : `no section ${link[2]}`
  }
  const command = /^`(caliper|bun run) ([^`]+)`$/.exec(holder)
  if (command) {
    const known = command[1] === 'caliper' ? Object.keys(commands) : Object.keys(packageJson.scripts)
    return known.includes(command[2]!) ? undefined : `there is no command ${command[2]}`
  }
  const [, name = '', title = ''] = /^`([^`]+\.ts)` ?(.*)$/.exec(holder) ?? []
  const path = join('tests', name)
  if (name === '' || !existsSync(path)) return `names nothing that is there: ${holder}`
  const lines = (await textOf(path)).split('\n')
  const inTitle = new RegExp(`^(?!\\s*(//|/?\\*)).*['"\`].*\\bS${number}\\b`)
  const anywhere = new RegExp(`\\bS${number}\\b`)
  const isNumbered = (line: string) => (name.startsWith('faults/') ? anywhere : inTitle).test(line) // faults have no titles
  return lines.some((line) => isNumbered(line) && line.includes(title))
    ? undefined
    : `no S${number} "${title}" in ${path}`
}

describe('the table of requirements', () => {
  test('has each of the 107 once, in order', () => {
    expect(rows.map(({ number }) => number)).toEqual(Array.from({ length: 107 }, (_, index) => index + 1))
  })

  test('names tests that carry the number, commands and sections that are there', async () => {
    const wrong: string[] = []
    for (const { number, holders } of rows) {
      for (const holder of holders) {
        const fault = await wrongIn(holder, number)
        if (fault) wrong.push(`S${number}: ${fault}`)
      }
    }
    expect(wrong).toEqual([])
  })
})
