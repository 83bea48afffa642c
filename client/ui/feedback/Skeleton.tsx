import './Skeleton.css'

/** The place of text that is still on its way; it appears only when loading takes longer than a moment. */
export const Skeleton = ({ width = '100%', height = '1em' }: { width?: string; height?: string }) => (
  <span className="skeleton" style={{ inlineSize: width, blockSize: height }} />
)
