import { pathOf } from './icons/entry-icons'
import type { IconName } from './icons/icons'

/** `true` is an attribute without a value; `undefined` and `false` leave it out. */
export type Attributes = Readonly<Record<string, string | boolean | undefined>>

/** An element without a framework: the build writes it as HTML, the browser makes a node of it. */
export type Markup = { tag: string; attributes: Attributes; children: readonly (Markup | string)[] }

export const h = (tag: string, attributes: Attributes = {}, ...children: (Markup | string)[]): Markup => ({
  tag,
  attributes,
  children,
})

/** The same icon as the component `Icon`. */
export const icon = (name: IconName, size = 16): Markup =>
  h(
    'svg',
    {
      class: 'icon',
      viewBox: '0 0 24 24',
      width: String(size),
      height: String(size),
      'aria-hidden': 'true',
      focusable: 'false',
    },
    h('path', { d: pathOf(name), 'vector-effect': 'non-scaling-stroke' }),
  )

const SVG = 'http://www.w3.org/2000/svg'

/** Makes a DOM node. */
export function nodeOf({ tag, attributes, children }: Markup, namespace?: string): HTMLElement {
  const inside = tag === 'svg' ? SVG : namespace
  const element = (inside ? document.createElementNS(inside, tag) : document.createElement(tag)) as HTMLElement
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== false) element.setAttribute(name, value === true ? '' : value)
  }
  element.append(...children.map((child) => (typeof child === 'string' ? child : nodeOf(child, inside))))
  return element
}
