import type { Named as NamedThing } from '#shared/qc/localized-name'
import { useLocalizedName } from './localized-name'

/** The name of something in the operator's language; `-` where there is none. */
export const Named = ({ of }: { of: NamedThing<string | null> }) => useLocalizedName()(of) ?? '-'
