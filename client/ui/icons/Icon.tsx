import { pathOf } from './entry-icons'
import type { IconName } from './icons'
import './Icon.css'

export type { IconName } from './icons'

type IconProps = {
  /** A name of `icons.ts`; any other text, as from menu data, draws a dot. */
  name: IconName | (string & {})
  size?: 16 | 20
}

/** An icon in the text colour. It has no accessible name: put its meaning into text. */
export const Icon = ({ name, size = 16 }: IconProps) => (
  <svg className="icon" viewBox="0 0 24 24" width={size} height={size} aria-hidden="true" focusable="false">
    <path d={pathOf(name)} vectorEffect="non-scaling-stroke" />
  </svg>
)
