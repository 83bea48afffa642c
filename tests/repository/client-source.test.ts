import { describe, expect, test } from 'bun:test'
import { Glob } from 'bun'

/** What is true of a page because nothing in the sources could make it otherwise. */
const sources = await Promise.all(
  (await Array.fromAsync(new Glob('{client,shared}/**/*.{ts,tsx,css,html}').scan('.'))).map(async (file) => ({
    file,
    code: await Bun.file(file).text(),
  })),
)
const linesWith = (pattern: RegExp, isFine: (line: string, file: string) => boolean = () => false) =>
  sources.flatMap(({ file, code }) =>
    code
      .split('\n')
      .filter((line) => pattern.test(line) && !/^\s*(\/\/|\*|\/\*)/.test(line) && !isFine(line, file))
      .map((line) => `${file}: ${line.trim()}`),
  )

/** Names that no browser looks up: of a namespace, and of a base to resolve own paths by. */
const isNoAddress = (line: string) => /www\.w3\.org|own\.invalid/.test(line)

const isReachableFrom = (page: string) => (area: string) => area === page || area === 'ui' || area === 'styles'

test('there are sources to look at', () => {
  expect(sources.length).toBeGreaterThan(400)
})

describe('pages', () => {
  test('what people typed reaches them as text alone: nothing makes elements or programs of a text (S60)', () => {
    const makers =
      /dangerouslySetInnerHTML|\.(inner|outer)HTML\s*\+?=[^=]|insertAdjacentHTML|document\.write|srcDoc=|\beval\(|new Function\(/
    expect(linesWith(makers)).toEqual([])
  })

  test('use nothing that Bun has and browsers of last year have not', () => {
    expect(linesWith(/\.getOrInsert(Computed)?\(/)).toEqual([])
  })

  test('have no rule by which a change anywhere restyles all elements, but on paper', () => {
    const ofAll = /^\s*(body|html|:root|\.app|\.shell)\b\S*:has\(/
    expect(linesWith(ofAll, (_line, file) => /print|label-sheet/.test(file))).toEqual([])
  })

  test('use no class of another page or of the frame: one sheet holds the styles of all of them', () => {
    const areaOf = (file: string) => /^client\/(pages\/(?:(?:access|admin|qc)\/)?[^/]+|[^/]+)/.exec(file)?.[1] ?? ''
    const classesIn = (pattern: RegExp, ending: string) =>
      sources
        .filter(({ file }) => file.startsWith('client/') && file.endsWith(ending))
        .flatMap(({ file, code }) =>
          [...code.matchAll(pattern)].flatMap(([, names]) =>
            names!.split(/\s+/).map((name) => ({ name, file, area: areaOf(file) })),
          ),
        )
    const used = classesIn(/className="([^"]*)"/g, '.tsx')
    const usedByParts = new Set(used.filter(({ area }) => area === 'ui').map(({ name }) => name))
    const styled = Map.groupBy(classesIn(/\.([a-z][\w-]*)/g, '.css'), ({ name }) => name)
    const foreign = used.filter(({ name, area }) => {
      const areas = styled.get(name)?.map((rule) => rule.area) ?? []
      return (
        area.startsWith('pages/') && areas.length > 0 && !usedByParts.has(name) && !areas.some(isReachableFrom(area))
      )
    })
    expect(foreign).toEqual([])
  })

  test('nothing is loaded from another host (S53)', () => {
    const isOfServer = (file: string) => !file.startsWith('client/')
    expect(linesWith(/["'(`](https?:)?\/\/[a-z0-9]/i, (line, file) => isNoAddress(line) || isOfServer(file))).toEqual(
      [],
    )
  })

  test('cookies are written in one place, strictly for this site, and never in the clear from HTTPS (S20)', async () => {
    expect(linesWith(/document\.cookie\s*=/).every((line) => line.startsWith('client/stores/cookie.ts'))).toBe(true)
    const code = await Bun.file('client/stores/cookie.ts').text()
    const written = code.split('\n').filter((line) => /document\.cookie = /.test(line))
    expect(written.length).toBe(2)
    for (const line of written) expect(line).toMatch(/samesite=strict.*\$\{secure\(\)\}`$/)
    expect(code).toContain(`location.protocol === 'https:' ? '; secure' : ''`)
  })
})
