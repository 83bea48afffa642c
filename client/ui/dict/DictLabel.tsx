import { useDict, type DictValue } from './useDict'

/** A value as its dictionary calls it, in plain words. */
export const DictLabel = ({ type, value }: { type: string; value: DictValue }) => useDict(type).labelOf(value)
