import './Skeleton.css'

/** A placeholder for text that is loading; it appears only after a short delay. */
export const Skeleton = ({ width = '100%', height = '1em' }: { width?: string; height?: string }) => (
  <span className="skeleton" style={{ inlineSize: width, blockSize: height }} />
)
