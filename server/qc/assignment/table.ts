import { among, type Columns } from '../../platform/tables/columns'

/** Things that can be assigned to a person. */
const assignable = ['record', 'signal'] as const
export type Assignable = (typeof assignable)[number]

export function qcAssignmentTables(k: Columns) {
  /** The person responsible for a record or a signal, and the due day. Without a row, nobody is responsible. */
  const assignments = k.table(
    'qc_assignment',
    {
      assignmentId: k.id('assignment_id'),
      entity: k.text('entity').$type<Assignable>().notNull(),
      entityId: k.int('entity_id').notNull(),
      ownerId: k.int('owner_id').notNull(),
      /** The printed name at the time of the assignment. */
      ownerName: k.text('owner_name').notNull(),
      /** A calendar day. */
      dueOn: k.time('due_on'),
      updatedAt: k.time('updated_at').notNull(),
    },
    (t) => [
      k.unique('qc_assignment_entity').on(t.entity, t.entityId),
      k.index('qc_assignment_owner').on(t.ownerId, t.entity, t.entityId),
      k.check('qc_assignment_entity_word', among(t.entity, assignable)),
    ],
  )
  return { assignments }
}
