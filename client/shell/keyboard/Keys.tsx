import { Fragment } from 'react'
import { keyNames } from './key-names'
import './Keys.css'

/** Keys as labelled on the keyboard: held together as `mod+k`, one after the other as `g h`. */
export const Keys = ({ keys, then = '' }: { keys: string; then?: string }) => (
  <span className="keys">
    {keys.split(' ').map((chord, at) => (
      <Fragment key={chord}>
        {at > 0 && <span className="keys-between">{then}</span>}
        {keyNames(chord).map((name) => (
          <kbd key={name}>{name}</kbd>
        ))}
      </Fragment>
    ))}
  </span>
)
