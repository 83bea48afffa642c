import { useState } from 'react'
import './Avatar.css'

type AvatarProps = {
  /** Address of a picture, or empty. */
  avatar: string
  name: string
  /** Edge length in pixels: in a bar, or on the operator's own page. */
  size?: 28 | 80
}

/** An operator's picture. Without a picture, or if it cannot be shown, the first letter of the name. */
export function Avatar({ avatar, name, size = 28 }: AvatarProps) {
  const [broken, setBroken] = useState('')
  const className = `avatar avatar-${size}`
  if (!avatar || avatar === broken) {
    return (
      <span className={className} aria-hidden="true">
        {[...name][0]?.toUpperCase()}
      </span>
    )
  }
  return (
    <img
      className={className}
      src={pictureAt80(avatar)}
      alt=""
      width={80}
      height={80}
      onError={() => setBroken(avatar)}
    />
  )
}

/**
 * Requests a picture of 80 × 80, with the parameter of picture stores that this API family uses; other stores ignore
 * it.
 */
const pictureAt80 = (address: string): string =>
  address.startsWith('data:') ? address : `${address}${address.includes('?') ? '&' : '?'}imageView2/1/w/80/h/80`
