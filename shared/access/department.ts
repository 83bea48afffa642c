import { nameSchemas, z } from '../zod'
import { statuses } from '../constants'
import {
  changeOf,
  Id,
  IdOrZero,
  Instant,
  line,
  name,
  optionalLine,
  orEmpty,
  orNumber,
  SeenOrder,
  sortNumber,
  StatusInput,
} from '../list/page'
import { Email } from './profile'

/** Maximum depth of the tree of departments. */
export const MAX_DEPTH = 10

/** 0 is the top. */
const ParentId = IdOrZero

/** Blank, or any telephone number: a landline, an extension, or a toll-free number. */
const DepartmentPhone = line(20)
  .regex(/^([+0-9][0-9 ()-]{5,19})?$/, 'dept.phoneFormat')
  .meta({ examples: ['0513-88886666'] })

/** The fields of a department that an operator may set. */
export const DepartmentInput = z.object({
  parentId: ParentId,
  deptName: name(64).meta({ examples: ['一车间'] }),
  /** Shown in English; empty if none was given. */
  deptNameEn: optionalLine(64),
  /** Smaller ones are first among their siblings. */
  sort: sortNumber,
  leader: optionalLine(64),
  phone: orEmpty(orNumber(DepartmentPhone)),
  email: orEmpty(Email),
  status: StatusInput.default(statuses.on),
})
export type DepartmentInput = z.infer<typeof DepartmentInput>

/** The changes of a department. A new `parentId` moves it with its whole subtree. */
export const DepartmentChange = changeOf(DepartmentInput)
export type DepartmentChange = z.infer<typeof DepartmentChange>

export const Department = z.object({
  deptId: z.int(),
  /** 0 at the top. */
  parentId: z.int(),
  /** Ids from the root down to this one, `/0/1/7/`. */
  deptPath: z.string(),
  deptName: z.string(),
  deptNameEn: z.string(),
  sort: z.int(),
  leader: z.string(),
  phone: z.string(),
  email: z.string(),
  /** 2 on, 1 off. */
  status: z.literal([1, 2]),
  createdAt: Instant,
  updatedAt: Instant,
})
export type Department = z.infer<typeof Department>

/** A department with its subdepartments. */
export const DepartmentNode = Department.extend({
  get children() {
    return z.array(DepartmentNode).optional()
  },
})
export type DepartmentNode = z.infer<typeof DepartmentNode>

export const DepartmentQuery = z.object({
  /** Contained in one of the two names, in any letter case. */
  deptName: line(64).optional(),
  status: StatusInput.optional(),
})
export type DepartmentQuery = z.infer<typeof DepartmentQuery>

/** The new order of the departments below one. Departments from other places move there. */
export const DepartmentOrder = z.object({
  parentId: ParentId,
  order: z.array(Id).min(1).max(5000),
  seen: SeenOrder,
})
export type DepartmentOrder = z.infer<typeof DepartmentOrder>

nameSchemas({ DepartmentInput, DepartmentChange, Department, DepartmentOrder, DepartmentNode })
