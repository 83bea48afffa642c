import type { Named as NamedThing } from '#shared/qc/localized-name'
import { useLocalizedName } from './localized-name'

/** A name in the operator's language; `-` if there is none. */
export const Named = ({ of }: { of: NamedThing<string | null> }) => useLocalizedName()(of) ?? '-'
