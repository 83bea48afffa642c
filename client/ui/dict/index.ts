export { DictSelect } from './DictSelect'
export { DictTag, ToneTag } from './DictTag'
export { announceDicts } from './news'
export { useDict, type DictValue } from './useDict'
