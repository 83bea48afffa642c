import { pathOf } from './entry-icons'
import type { IconName } from './icons'
import './Icon.css'

export type { IconName } from './icons'

type IconProps = {
  /** A name of `icons.ts`; any other text, as menus may hold, draws a dot. */
  name: IconName | (string & {})
  size?: 16 | 20
}

/** A drawing in the colour of the text around it. It has no name of its own: say in words what it means. */
export const Icon = ({ name, size = 16 }: IconProps) => (
  <svg className="icon" viewBox="0 0 24 24" width={size} height={size} aria-hidden="true" focusable="false">
    <path d={pathOf(name)} vectorEffect="non-scaling-stroke" />
  </svg>
)
