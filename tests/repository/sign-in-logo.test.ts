import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { signInPage } from '../../client/pages/access/login/markup'
import type { Markup } from '../../client/ui/markup'

/** Every element of the page, as it would stand in a file. */
const elements = ({ tag, attributes, children }: Markup): string[] => [
  `<${tag}${Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${value}"`)
    .join('')}/>`,
  ...children.flatMap((child) => (typeof child === 'string' ? [] : elements(child))),
]

test('the sign-in page draws the logo of the product', async () => {
  const logo = await Bun.file(join(import.meta.dir, '../../client/public/logo.svg')).text()
  const shapes = logo.match(/<(rect|path|circle)[^>]*>/g)!
  expect(shapes).toHaveLength(3)
  expect(elements(signInPage((key) => key))).toEqual(expect.arrayContaining(shapes))
})
