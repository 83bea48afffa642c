import { nameSchemas, z } from '../zod'
import { sortFields, type ResourceOf } from '../resource'
import { role } from './role-resource'
import { dataScopes, statuses } from '../constants'
import {
  changeOf,
  Choice,
  Id,
  Instant,
  line,
  listQuery,
  name,
  optionalLine,
  Seen,
  sortNumber,
  StatusInput,
} from '../list/page'

/** The fields of a role that an operator may set. */
export const RoleInput = z.object({
  roleName: name(64).meta({ examples: ['检验员'] }),
  /** Shown in English; empty if none was given. */
  roleNameEn: optionalLine(64),
  /** The key for programs; a letter first, then letters, digits, hyphen or underscore. */
  roleKey: name(64)
    .regex(/^[A-Za-z][A-Za-z0-9_-]*$/, 'role.keyFormat')
    .meta({ examples: ['inspector'] }),
  roleSort: sortNumber,
  status: StatusInput.default(statuses.on),
  remark: optionalLine(255),
  remarkEn: optionalLine(255),
  /** Menu entries granted, exactly as ticked. Left out on update: not changed. */
  menuIds: z.array(Id).max(5000).nullish(),
})
export type RoleInput = z.infer<typeof RoleInput>

/** The changes of a role. Fields that are left out stay. */
export const RoleChange = changeOf(RoleInput)
export type RoleChange = z.infer<typeof RoleChange>

export const Role = z.object({
  roleId: z.int(),
  roleName: z.string(),
  roleNameEn: z.string(),
  roleKey: z.string(),
  roleSort: z.int(),
  status: z.enum(statuses),
  dataScope: z.string(),
  /** True for the one role with every permission. */
  admin: z.boolean(),
  remark: z.string(),
  remarkEn: z.string(),
  createdAt: Instant,
  updatedAt: Instant,
})
export type Role = z.infer<typeof Role>

export const RoleDetail = Role.extend({ menuIds: z.array(z.int()), deptIds: z.array(z.int()) })
export type RoleDetail = z.infer<typeof RoleDetail>

export const RoleQuery = listQuery(
  {
    roleId: Id.optional(),
    /** Contained in one of the two names, in any letter case. */
    roleName: line(64).optional(),
    roleKey: line(64).optional(),
    status: StatusInput.optional(),
  },
  sortFields(role satisfies ResourceOf<Role>),
)
export type RoleQuery = z.infer<typeof RoleQuery>

export const RoleStatus = z.object({ roleId: Id, status: StatusInput })
export type RoleStatus = z.infer<typeof RoleStatus>

/** Kinds of data scope. Clients send it as text or as a number. */
const DataScopeInput = z
  .enum(dataScopes)
  .or(z.literal([1, 2, 3, 4, 5]).transform((kind) => dataScopes[kind - 1]!))
  .meta({ canonical: z.enum(dataScopes) })

export const RoleScope = z.object({
  roleId: Id,
  dataScope: DataScopeInput,
  /** The departments of kind 2, without their subdepartments; other kinds have none. Left out: not changed. */
  deptIds: z.array(Id).max(5000).nullish(),
  ...Seen.shape,
})
export type RoleScope = z.infer<typeof RoleScope>

/** The data scope of a role, the departments for a selection, and the selected ones. */
export const RoleDepartments = z.object({
  dataScope: z.string(),
  depts: z.array(Choice),
  checkedKeys: z.array(z.int()),
  /** True if the operator may give the data scope of all data. */
  allData: z.boolean(),
})
export type RoleDepartments = z.infer<typeof RoleDepartments>

nameSchemas({ RoleInput, RoleChange, Role, RoleStatus, RoleScope, RoleDepartments, RoleDetail })
