import type { ComponentProps } from 'react'
import { Icon, type IconName } from './icons/Icon'
import { Tooltip } from './overlay/Tooltip'
import './Button.css'

type ButtonProps = ComponentProps<'button'> & {
  /** `primary` once per page: the main action. `text` inside tables and bars. */
  variant?: 'primary' | 'default' | 'text' | 'danger'
  icon?: IconName | undefined
  /** While true, the button stays focusable, shows that it is busy and ignores clicks. */
  busy?: boolean
  /** Shows that something is running; the button still accepts clicks. */
  spins?: boolean
}

export const Button = ({
  variant = 'default',
  icon,
  busy = false,
  spins = busy,
  className = '',
  children,
  onClick,
  ...rest
}: ButtonProps) => (
  <button
    type="button"
    {...rest}
    className={`button button-${variant} ${className}`}
    aria-busy={busy || undefined}
    aria-disabled={busy || undefined}
    onClick={busy ? (event) => event.preventDefault() : onClick}
  >
    {spins ? <span className="button-spinner" /> : icon && <Icon name={icon} />}
    {children}
  </button>
)

type IconButtonProps = ComponentProps<'button'> & {
  /** The accessible name and the tooltip. */
  label: string
  icon: IconName
  size?: 16 | 20
}

/** A button with an icon only. */
export const IconButton = ({ label, icon, size = 16, className = '', ...rest }: IconButtonProps) => (
  <Tooltip text={label}>
    <button type="button" {...rest} className={`icon-button ${className}`} aria-label={label}>
      <Icon name={icon} size={size} />
    </button>
  </Tooltip>
)
