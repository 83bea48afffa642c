import type { RegularRouteKey } from '#shared/i18n/text'
import type { Description } from '../../../platform/http/describe'
import { accessOperations } from './access'
import { adminOperations } from './admin'
import type { OperationTexts } from './operation-texts'
import { qcOperations } from './qc'

const operations: Required<OperationTexts> = { ...accessOperations, ...adminOperations, ...qcOperations }

/** The texts of regular routes: a verb before the name of the resource. `{noun}` is that of the title. */
const regularOperations: Record<RegularRouteKey, readonly [verb: string, count: 'one' | 'many', text: string]> = {
  'route.list': [
    'list',
    'many',
    'A page of the {noun} that the filters find, sorted by parameters that end in `Order`.',
  ],
  'route.group': ['count', 'many', 'Counts the {noun} that the filters find by each value of the field `by`.'],
  'route.get': ['get', 'one', 'Reads one {noun} by id.'],
  'route.create': ['create', 'one', 'Creates {noun} and answers the id.'],
  'route.update': [
    'update',
    'one',
    'Changes {noun}; fields left out stay as they are. With `updatedAt` or `seen`, what somebody else changed meanwhile is refused with 409.',
  ],
  'route.bulk': [
    'updateSeveral',
    'many',
    'Changes the same fields of several {noun}, all or none. 409 names what somebody else changed meanwhile; with `onlyUnchanged` the others are changed.',
  ],
  'route.remove': ['delete', 'many', 'Moves {noun} to the trash, all or none, and answers their ids.'],
  'route.restore': ['restore', 'many', 'Takes {noun} back from the trash and answers their ids.'],
  'route.export': ['export', 'many', 'All {noun} that the filters find, as a CSV or XLSX file.'],
  'route.import': [
    'import',
    'many',
    'Reads {noun} from a CSV or XLSX file of at most 5 MB. Without `dryRun=0` it is only checked. If one row has a fault, none is saved.',
  ],
  'route.template': ['getImportTemplateOf', 'many', 'An empty sheet with the columns that the import of {noun} reads.'],
}

/** The id of an operation, and its description. */
export function textsOf({ title, resource = '' }: Description): readonly [id: string, text: string] {
  if (title === undefined) throw new Error(`A route of ${resource} has no title.`)
  if (typeof title === 'string') return operations[title]
  const [verb, count, text] = regularOperations[title.key]
  const one = pascal(resource)
  return [verb + (count === 'one' ? one : pluralOf(one)), text.replaceAll('{noun}', title.noun)]
}

const pascal = (name: string) => name.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase())

const pluralOf = (noun: string) => (/(?:Data|Equipment)$/.test(noun) ? noun : noun.replace(/y$/, 'ie') + 's')
