import { useCalled } from './called'

/** The name of something in the operator's language. */
export const Named = ({ of }: { of: { name: string; nameEn: string } }) => useCalled()(of)
